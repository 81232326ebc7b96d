import type { RequestRecord } from "@/lib/http/request_record.ts";

/** A request at noon. */
export const RECORD: RequestRecord = {
  at: Date.UTC(2026, 10, 15, 12),
  method: "GET",
  url: "http://host/api/v1/filter/blur?image=https://pictures.example/a.png%3Fkey=hidden",
  route: "/api/v1/filter/{endpoint}",
  status: 200,
  ms: 12.3456,
  bytes: 4096,
  client: "203.0.113.9",
  requestId: undefined,
  isRefused: false,
};

/** A console that remembers what is written to it. */
export class Screen {
  text = "";

  write(bytes: Uint8Array): Promise<number> {
    this.text += new TextDecoder().decode(bytes);
    return Promise.resolve(bytes.length);
  }
}
