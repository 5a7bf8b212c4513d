import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { seedDocuments } from "#cms/seed/documents.ts";
import { listenOnLoopback } from "../processes/loopback.ts";
import { LakeError, refusal } from "./errors.ts";
import { type ImportedDocument, importDocuments } from "./import.ts";
import { answer, type Lake } from "./routes.ts";
import { DocumentStore } from "./store.ts";

export type LakeOptions = {
  /** 0 takes any free port. */
  port: number;
  projectId: string;
  dataset: string;
  /** Opens drafts to whoever sends it; without one, everybody is anonymous. */
  token?: string | undefined;
  /** What it holds at the start; the launch copy, if nothing is said. */
  documents?: readonly ImportedDocument[];
};

const seedDirectory = fileURLToPath(new URL("../../cms/seed/", import.meta.url));
const bodyLimit = 10 * 1024 * 1024;

/**
 * Starts the stand-in for Sanity's Content Lake on loopback. It is ready when the promise is fulfilled;
 * `origin` is the `apiHost` to give to @sanity/client, with `useProjectHostname: false`.
 */
export async function startLake(options: LakeOptions) {
  const { projectId, dataset, token, documents = seedDocuments } = options;
  let lake: Lake | undefined;
  const listener = await listenOnLoopback(options.port, (incoming, outgoing) => {
    handle(lake, incoming)
      .catch(asResponse)
      .then((response) => send(response, incoming, outgoing))
      .catch(() => outgoing.destroy());
  });
  const origin = `http://localhost:${listener.port}`;
  try {
    const imported = await importDocuments(documents, seedDirectory, { projectId, dataset, origin });
    lake = {
      projectId,
      dataset,
      token,
      store: new DocumentStore(imported.documents),
      images: imported.images,
    };
  } catch (error) {
    await listener.close();
    throw error;
  }
  return { port: listener.port, origin, close: listener.close };
}

async function handle(lake: Lake | undefined, incoming: IncomingMessage): Promise<Response> {
  if (!lake) return Response.json({ status: "starting" }, { status: 503 });
  if (incoming.url === "/health") return Response.json({ status: "ok" });
  return answer(lake, await toRequest(incoming));
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > bodyLimit) throw refusal(413, "Payload Too Large", "The body is too large.");
    chunks.push(chunk);
  }
  const url = URL.parse(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`);
  if (!url) throw new LakeError(400, "The address is malformed.");
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Request(url, {
    method: incoming.method ?? "GET",
    headers,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
}

function asResponse(error: unknown): Response {
  if (error instanceof LakeError) return Response.json(error.body, { status: error.status });
  process.stderr.write(`${(error as Error).stack}\n`);
  return Response.json({ error: { description: "Internal error", type: "internalError" } }, { status: 500 });
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    "Content-Length": body.length,
  });
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}
