// @ts-check
/// <reference lib="dom" />
import { toResult } from "./request.js";

/**
 * Sends a file. Unlike `fetch()`, this reports how much has been sent.
 *
 * @param {string} url
 * @param {File} file
 * @param {{ signal: AbortSignal, onProgress: (share: number) => void }} options
 * @returns {Promise<import("./request.js").Result>}
 */
export function upload(url, file, { signal, onProgress }) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "blob";
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const { status, statusText, response: blob } = request;
      const headers = new Headers();
      for (const [, name = "", value] of request.getAllResponseHeaders().matchAll(/^(.+?): (.*)\r$/gm)) {
        headers.set(name, value ?? "");
      }
      resolve(toResult(new Response(null, { status, statusText, headers }), blob, started));
    };
    request.onerror = reject;
    request.onabort = reject;
    signal.onabort = () => request.abort();
    request.send(file);
  });
}
