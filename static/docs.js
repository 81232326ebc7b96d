// @ts-check
/// <reference lib="dom" />
// Starts the viewer of the OpenAPI document. Its own script is a package, which swagger-ui.js defines.
import { find, findAll } from "./dom.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const setColours = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.onchange = setColours;
setColours();

// Only the browser knows the address of the service without BASE_URL.
const origins = findAll("[data-origin]");
const example = origins[0]?.textContent ?? "";
for (const origin of origins) origin.textContent = location.origin;
const text = await (await fetch("/openapi.json")).text();

const spec = JSON.parse(text.replaceAll(example, location.origin).replaceAll("curl /", `curl ${location.origin}/`));
for (const item of Object.values(spec.paths)) {
  for (const { parameters = [] } of Object.values(item)) parameters.forEach(clear);
}

/**
 * Lets the field of an optional parameter start empty: the viewer would fill it in, and send all of them.
 *
 * @param {any} parameter
 */
function clear(parameter) {
  const { required, schema, example } = parameter;
  if (required) return;
  const notes = { Default: schema.default, Example: example };
  for (const [title, value] of Object.entries(notes)) {
    if (value !== undefined) parameter.description += `. ${title}: \`${value}\``;
  }
  delete parameter.example;
  delete schema.default;
}

/** @param {any} system */
const plugin = ({ React }) => ({
  // A link inside of a button cannot be reached. The button sets the address, too.
  components: { DeepLink: (/** @type {any} */ { text }) => React.createElement("span", null, text) },
});

const viewer = /** @type {any} */ (window).SwaggerUIBundle({
  domNode: find("#viewer"),
  spec,
  plugins: [plugin],
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  // It would send the document to another server.
  validatorUrl: null,
});

/** Opens a section. Not by the viewer's own function, which would also change the address. */
const open = (/** @type {{ name: string }} */ { name }) =>
  viewer.getStore().dispatch({ type: "layout_show", payload: { thing: ["operations-tag", name], shown: true } });
open(spec.tags[0]);
// What matches the filter would stay hidden in a closed section.
find("#viewer").addEventListener("input", (event) => {
  if (/** @type {Element} */ (event.target).matches(".operation-filter-input")) spec.tags.forEach(open);
});
