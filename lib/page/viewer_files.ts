/** The script and the style of the viewer, as texts of its package: no file is read, and no permission needed. */
export { default as script } from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "text" };
export { default as style } from "swagger-ui-dist/swagger-ui.css" with { type: "text" };
