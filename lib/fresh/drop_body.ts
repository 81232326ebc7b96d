/**
 * The answer to `HEAD`: what `GET` would send, without its body. The length of a body that is all there, such as a
 * text, is filled in; a stream's length stays unknown.
 */
export async function dropBody(response: Response): Promise<Response> {
  const { body, status, statusText } = response;
  if (body === null) return response;
  const headers = new Headers(response.headers);
  if (headers.has("content-length")) {
    await body.cancel();
    return new Response(null, { status, statusText, headers });
  }
  const length = await measure(body);
  if (length !== null) headers.set("content-length", String(length));
  // Without a body the server would claim a length of 0, so that what is unknown stays an empty stream.
  return new Response(length === null ? ReadableStream.from([]) : null, { status, statusText, headers });
}

/** The length of a body that comes in one piece at once, or `null`. */
async function measure(body: ReadableStream<Uint8Array>): Promise<number | null> {
  const reader = body.getReader();
  // What is all there comes within the turn; a stream that waits for something must not keep the answer.
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, 0, null);
  try {
    const first = await Promise.race([reader.read(), late]);
    if (first === null) return null;
    if (first.done) return 0;
    const second = await Promise.race([reader.read(), late]);
    return second?.done ? first.value.byteLength : null;
  } catch {
    // A body that fails has no length; GET would have sent the same head before it did.
    return null;
  } finally {
    clearTimeout(timer);
    // Nobody waits for the body, so that a failure to stop it concerns nobody either.
    reader.cancel().catch(() => null);
  }
}
