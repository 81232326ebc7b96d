// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Starts the viewer of the OpenAPI document. Its own script is a package, which swagger-ui.js defines.
import { find, findAll } from "./dom.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const setColours = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.onchange = setColours;
setColours();
for (const origin of findAll("[data-origin]")) origin.textContent = location.origin;
/** @type {any} */ (window).SwaggerUIBundle({
  domNode: find("#viewer"),
  url: "/openapi.json",
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  // It would send the document to another server.
  validatorUrl: null,
});
