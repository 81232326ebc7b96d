// @ts-check
// Code that shows the animal of each user of another site. The server renders it with this file, and the hero renders
// it again when something else is chosen.

/**
 * Returns the code in each language. Names may contain anything, so that each language escapes what a path would
 * interpret: a slash, a plus, a comma.
 *
 * @param {{ start: string, query: string }} address What is before the name, and the query.
 * @returns {Record<string, string>}
 */
export function toUserCode({ start, query }) {
  const end = `.png${query}`;
  // Without a size in its address, the picture may be a photograph of any ratio.
  const side = /\bsize=(\d+)/.exec(query)?.[1];
  const size = side ? ` width="${side}" height="${side}"` : "";
  const template = (/** @type {string} */ name) => `\`${start}\${encodeURIComponent(${name})}${end}\``;
  return {
    HTML: `<img${size} alt="Ada Lovelace" data-user="Ada Lovelace">\n<script type="module">\n` +
      `for (const img of document.querySelectorAll("[data-user]"))\n` +
      `  img.src = ${template("img.dataset.user")};\n</script>`,
    JavaScript: `const picture = ${template("user.name")};`,
    Python: `from urllib.parse import quote\n\npicture = f"${start}{quote(user.name, safe='')}${end}"`,
    PHP: `$picture = "${start}" . rawurlencode($user->name) . "${end}";`,
  };
}
