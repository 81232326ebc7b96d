// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The script of an animal's page. Without it, only the button that copies the address is missing.
import { copy, find, findAll, reveal } from "./dom.js";

reveal(findAll("main [data-js]"));
const button = find("[data-copy-address]");
button.onclick = () => copy(location.href, button);
