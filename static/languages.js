// @ts-check
// Code for a request in every language, which is loaded when someone selects another one than curl.
import { toCurl } from "./snippets.js";

/**
 * The size of a picture, if it is known. Not in snippets.js, which is part of the first visit.
 *
 * @typedef {object} ShownSize
 * @property {number=} width
 * @property {number=} height
 * @property {string=} denseUrl The URL of the picture with twice as many pixels on each side.
 */

/**
 * Returns the code that sends a request.
 *
 * @param {import("./snippets.js").Language} language
 * @param {import("./snippets.js").SnippetRequest & ShownSize} request
 * @returns {string}
 */
export function toSnippet(language, request) {
  const { alt = "", file = "picture.png" } = request;
  return WRITERS[language]({ ...request, alt, file });
}

/** @param {string} text A string literal of JavaScript, Python and C#: all three accept JSON. */
const quote = (text) => JSON.stringify(text);

/** @param {string} text */
const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** @param {string} url A URL to which a parameter is added. */
const addParameter = (url) => url + (url.includes("?") ? "&" : "?");

/** @typedef {import("./snippets.js").SnippetRequest & ShownSize & { alt: string, file: string }} CompleteRequest */

/** @type {Record<import("./snippets.js").Language, (request: CompleteRequest) => string>} */
const WRITERS = {
  curl: toCurl,
  HTML({ url, returns, imageUrl, alt, width, height, denseUrl, upload, accept = "image/*", hasMessage }) {
    const picture = imageUrl ?? (returns === "image" ? url : undefined);
    if (upload) {
      return `<form method="post" enctype="multipart/form-data" action="${escapeHtml(url)}">\n` +
        `  <input type="file" name="image" accept="${accept}">\n  <button>Send</button>\n</form>`;
    }
    if (picture) {
      const dense = denseUrl ? ` srcset="${escapeHtml(denseUrl)} 2x"` : "";
      const size = width ? ` width="${width}" height="${height}"` : "";
      return `<img src="${escapeHtml(picture)}"${dense}${size} alt="${escapeHtml(alt)}">`;
    }
    const read = returns === "text"
      ? "await response.text()"
      : hasMessage
      ? "(await response.json()).message"
      : "JSON.stringify(await response.json())";
    return `<p id="pawkit"></p>\n<script type="module">\n  const response = await fetch(${quote(url)});\n` +
      `  document.querySelector("#pawkit").textContent = ${read};\n</script>`;
  },
  Markdown({ url: plain, returns, imageUrl, alt, upload }) {
    // Markdown cannot send a file, but it can show one that has a URL.
    const url = upload ? `${addParameter(plain)}image=https://example.com/${encodeURIComponent(upload)}` : plain;
    const picture = imageUrl ?? (returns === "image" ? url : undefined);
    const target = (picture ?? url).replaceAll("(", "%28").replaceAll(")", "%29");
    const text = alt.replace(/[[\]\\]/g, "\\$&");
    return picture ? `![${text}](${target})` : `[${new URL(url).pathname}](${target})`;
  },
  JavaScript({ url, returns, upload, hasMessage }) {
    const options = upload ? ', { method: "POST", body: file }' : "";
    const read = {
      json: `const ${hasMessage ? "{ message }" : "data"} = await response.json();`,
      image: 'document.querySelector("img").src = URL.createObjectURL(await response.blob());',
      text: "const text = await response.text();",
    }[returns];
    const check = "if (!response.ok) throw new Error(await response.text());";
    return `const response = await fetch(${quote(url)}${options});\n${check}\n${read}`;
  },
  Python({ url, returns, file, upload, hasMessage }) {
    const send = upload ? `post(${quote(url)}, data=open(${quote(upload)}, "rb"))` : `get(${quote(url)})`;
    const use = {
      json: `print(response.json()${hasMessage ? '["message"]' : ""})`,
      image: `open(${quote(file)}, "wb").write(response.content)`,
      text: "print(response.text)",
    }[returns];
    return `import requests\n\nresponse = requests.${send}\nresponse.raise_for_status()\n${use}`;
  },
  "discord.js"({ url, returns, imageUrl, alt, file, upload, hasMessage }) {
    const picture = imageUrl ?? (returns === "image" ? url : undefined);
    if (upload) {
      return `const picture = interaction.options.getAttachment("picture");\n` +
        `const image = encodeURIComponent(picture.url);\n` +
        "await interaction.reply({ files: [{ attachment: `" + addParameter(url) + "image=${image}`, name: " +
        quote(file) + " }] });";
    }
    if (picture) {
      const description = alt ? `, description: ${quote(alt)}` : "";
      return `await interaction.reply({\n  files: [{ attachment: ${quote(picture)}, name: ${
        quote(file)
      }${description} }],\n});`;
    }
    const read = WRITERS.JavaScript({ url, returns, alt, file, hasMessage });
    const content = returns === "text" ? "text" : hasMessage
      ? "message"
      // Discord rejects messages of more than 2000 characters.
      : "`\\`\\`\\`json\\n${JSON.stringify(data, null, 2).slice(0, 1900)}\\n\\`\\`\\``";
    return `${read}\nawait interaction.reply(${content});`;
  },
  "C#"({ url, returns, file, upload, hasMessage }) {
    const names = returns === "json" ? "using System.Net.Http.Json;\nusing System.Text.Json;\n\n" : "";
    const start = `${names}using var http = new HttpClient();\n`;
    if (upload) {
      return `${start}using var body = new StreamContent(File.OpenRead(${quote(upload)}));\n` +
        `using var response = await http.PostAsync(${quote(url)}, body);\n` +
        `response.EnsureSuccessStatusCode();\n` +
        `await File.WriteAllBytesAsync(${quote(file)}, await response.Content.ReadAsByteArrayAsync());`;
    }
    const read = {
      json: `var data = await http.GetFromJsonAsync<JsonElement>(${quote(url)});\n` +
        `Console.WriteLine(data${hasMessage ? '.GetProperty("message")' : ""});`,
      image: `await File.WriteAllBytesAsync(${quote(file)}, await http.GetByteArrayAsync(${quote(url)}));`,
      text: `Console.WriteLine(await http.GetStringAsync(${quote(url)}));`,
    }[returns];
    return start + read;
  },
};
