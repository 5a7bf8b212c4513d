import { text } from "node:stream/consumers";
import { listenOnLoopback } from "#local/processes/loopback.ts";

type LogLine = Record<string, unknown>;

/** Starts a stand-in for the log service. It stores lines, and can reject them or give no answer. */
export async function startLogSink() {
  const posts: { type: string | undefined; token: string | undefined; body: string }[] = [];
  let behavior: "fine" | "refusing" | "silent" = "fine";
  let refusedCount = 0;
  const listener = await listenOnLoopback(0, async (request, response) => {
    const body = await text(request);
    if (behavior !== "fine") refusedCount += 1;
    if (behavior === "silent") return;
    if (behavior === "refusing") return void response.writeHead(503).end();
    posts.push({ type: request.headers["content-type"], token: request.headers.authorization, body });
    response.writeHead(202).end();
  });
  return {
    url: `http://localhost:${listener.port}/logs`,
    posts,
    /** Returns the number of posts that it did not accept. */
    refused: () => refusedCount,
    set: (next: typeof behavior) => {
      behavior = next;
    },
    /** Lists the log lines that arrived as lines of JSON. */
    lines: (): LogLine[] =>
      posts
        .filter(({ type }) => type === "application/x-ndjson")
        .flatMap(({ body }) => body.trim().split("\n"))
        .map((line) => JSON.parse(line)),
    close: listener.close,
  };
}
