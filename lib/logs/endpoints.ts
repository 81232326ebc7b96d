import { z } from "zod";
import { type Endpoint, endpoint } from "@/lib/http/endpoint.ts";

const facts = { size: z.int(), modified: z.iso.datetime() };

export const V1_LOGS = endpoint({
  group: "logs",
  path: "/api/v1/static/logs/{fileName}",
  summary: "Returns the last 200 lines of a log, or the list of logs",
  description:
    "A line has the time, the method, the route, the status, the milliseconds and the id of a request, and " +
    "nothing that its caller wrote.",
  input: z.object({ fileName: z.string().describe("A name that ends in .log. Without a name the logs are listed") }),
  returns: {
    "application/json": z.union([
      z.object({ fileName: z.string(), ...facts, lines: z.array(z.string()) }),
      z.object({
        files: z.array(z.object({ name: z.string(), path: z.string(), type: z.literal("file"), ...facts })),
      }),
    ]),
  },
  example: "/api/v1/static/logs",
});

/** The endpoints of the logs. */
export const LOG_ENDPOINTS: readonly Endpoint[] = [V1_LOGS];
