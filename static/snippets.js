// @ts-check
// Code for the request that the page shows, in several languages. The server renders the curl command with this file,
// and the page's script renders the rest.

/** The languages in the order of their tabs. */
export const LANGUAGES =
  /** @type {const} */ (["curl", "HTML", "Markdown", "JavaScript", "Python", "discord.js", "C#"]);

/** @typedef {typeof LANGUAGES[number]} Language */

/**
 * The request that a snippet sends.
 *
 * @typedef {object} SnippetRequest
 * @property {string} url The complete URL.
 * @property {"json" | "image" | "text"} returns The response body.
 * @property {string=} imageUrl The URL of the picture itself if `url` returns JSON about a picture.
 * @property {string=} terminalUrl The URL that curl shows in a terminal, if that is another one.
 * @property {string=} alt A description of the picture.
 * @property {string=} file The name under which a picture is saved.
 * @property {string=} upload The name of the file to send with POST.
 * @property {string=} accept The types of files that can be sent.
 * @property {boolean=} hasMessage Whether the JSON has a `message` for people.
 */

/**
 * Returns the code that sends a request.
 *
 * @param {Language} language
 * @param {SnippetRequest} request
 * @returns {string}
 */
export function toSnippet(language, request) {
  const { alt = "", file = "picture.png" } = request;
  return WRITERS[language]({ ...request, alt, file });
}

/**
 * Returns the name under which the picture of a URL is saved: `cat.webp`, `photo-blur.jpg`.
 *
 * @param {URL} url
 * @param {{ type?: string | undefined, source?: string | undefined }} options The media type of the response if it is
 * known, and the name of the file that is sent.
 * @returns {string}
 */
export function toFileName({ pathname, searchParams }, { type = "", source = searchParams.get("image") ?? "" } = {}) {
  // A chain of filters is a part of the name without its strengths: `photo-greyscale-blur.jpg`.
  const last = (pathname.split("/").at(-1) ?? "").replace(/:[^,]*/g, "").replaceAll(",", "-");
  if (/\.\w+$/.test(last)) return last;
  const [, stem = "", ending = ""] = /^(?!data:)(?:.*\/)?(.+?)\.(\w+)(?:[?#]|$)/.exec(source) ?? [];
  const format = /^image\/(\w+)/.exec(type)?.[1] ??
    searchParams.get(pathname.includes("/filter/") ? "format" : "type") ??
    // A filter answers other formats with PNG.
    /^(jpe?g|gif|webp)$/.exec(ending.toLowerCase())?.[0] ?? "png";
  return `${stem && `${stem}-`}${last}.${format.replace("jpeg", "jpg")}`;
}

/**
 * Quotes text for a POSIX shell, which would otherwise interpret characters such as `&` and `?`.
 *
 * @param {string} text
 * @returns {string}
 */
export function quoteForShell(text) {
  return /[^\w:/.,@%+-]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : text;
}

/** @param {string} text A string literal of JavaScript, Python and C#: all three accept JSON. */
const quote = (text) => JSON.stringify(text);

/** @param {string} text */
const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** @param {string} url A URL to which a parameter is added. */
const addParameter = (url) => url + (url.includes("?") ? "&" : "?");

/** @typedef {SnippetRequest & { alt: string, file: string }} CompleteRequest */

/** @type {Record<Language, (request: CompleteRequest) => string>} */
const WRITERS = {
  curl({ url, terminalUrl, returns, file, upload }) {
    if (terminalUrl) return `curl ${quoteForShell(terminalUrl)}`;
    const options = [
      // Otherwise curl takes brackets and braces in the name for a series of files.
      upload && /[[\]{}]/.test(upload) && "-g",
      upload && `-X POST -T ${quoteForShell(upload)}`,
      returns === "image" && `-o ${quoteForShell(file)}`,
    ];
    return ["curl", ...options.filter(Boolean), quoteForShell(url)].join(" ");
  },
  HTML({ url, returns, imageUrl, alt, upload, accept = "image/*", hasMessage }) {
    const picture = imageUrl ?? (returns === "image" ? url : undefined);
    if (upload) {
      return `<form method="post" enctype="multipart/form-data" action="${escapeHtml(url)}">\n` +
        `  <input type="file" name="image" accept="${accept}">\n  <button>Send</button>\n</form>`;
    }
    if (picture) return `<img src="${escapeHtml(picture)}" alt="${escapeHtml(alt)}">`;
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
    return `const response = await fetch(${quote(url)}${options});\n${read}`;
  },
  Python({ url, returns, file, upload, hasMessage }) {
    const send = upload ? `post(${quote(url)}, data=open(${quote(upload)}, "rb"))` : `get(${quote(url)})`;
    const use = {
      json: `print(response.json()${hasMessage ? '["message"]' : ""})`,
      image: `open(${quote(file)}, "wb").write(response.content)`,
      text: "print(response.text)",
    }[returns];
    return `import requests\n\nresponse = requests.${send}\n${use}`;
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
