import { createHash } from "node:crypto";
import { LakeError, refusal } from "./errors.ts";
import { renderImage } from "./images.ts";
import { runQuery } from "./query.ts";
import { type Caller, type DocumentStore, maySee } from "./store.ts";

export type Lake = {
  projectId: string;
  dataset: string;
  /** Opens what is not public; without one, everybody is anonymous. */
  token: string | undefined;
  store: DocumentStore;
  images: ReadonlyMap<string, Buffer>;
};

type Content = { projectId: string | undefined; dataset: string; version: string };

/**
 * Answers one request as Sanity's API would.
 * @throws LakeError
 */
export async function answer(lake: Lake, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = decodeURIComponent(url.pathname);

  const image = /^\/images\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path);
  if (image) return answerImage(lake, request, url, image as unknown as [string, string, string, string]);

  // /v2025-02-19/data/query/production and /v2025-02-19/projects/ID/datasets/production/query
  const data = /^\/(v[^/]+)\/data\/(query|doc)\/([^/]+)(?:\/(.+))?$/.exec(path);
  const resource = /^\/(v[^/]+)\/projects\/([^/]+)\/datasets\/([^/]+)\/(query|doc)(?:\/(.+))?$/.exec(path);
  const [version, operation, dataset, rest] = data
    ? data.slice(1)
    : resource
      ? [resource[1], resource[4], resource[3], resource[5]]
      : [];
  if (!version || !dataset) throw refusal(404, "Not Found", `There is nothing at ${path}.`);

  const projectId =
    resource?.[2] ?? request.headers.get("x-sanity-project-id") ?? projectOfHost(url.hostname);
  assertDataset(lake, { projectId, dataset, version });
  const caller = callerOf(lake, request);
  if (operation === "doc") return answerDocuments(lake, caller, rest ?? "");
  return answerQuery(lake, caller, request, url, version);
}

function projectOfHost(host: string): string | undefined {
  return /^([a-z0-9-]+)\.(?:api\.|apicdn\.)?localhost$/.exec(host)?.[1];
}

function assertDataset(lake: Lake, { projectId, dataset, version }: Content): void {
  if (!/^v(1|X|\d{4}-\d{2}-\d{2})$/i.test(version)) {
    throw new LakeError(400, `Invalid API version "${version}": expected a date such as v2025-02-19.`);
  }
  if (projectId !== undefined && projectId !== lake.projectId) {
    throw refusal(404, "Not Found", `Project "${projectId}" not found.`);
  }
  if (dataset !== lake.dataset) {
    throw refusal(404, "Not Found", `Dataset "${dataset}" not found for project ID "${lake.projectId}".`);
  }
}

function callerOf(lake: Lake, request: Request): Caller {
  const authorization = request.headers.get("authorization");
  if (!authorization) return "anonymous";
  if (lake.token && authorization === `Bearer ${lake.token}`) return "authenticated";
  throw refusal(401, "Unauthorized", "Unauthorized - Session not found");
}

async function answerQuery(lake: Lake, caller: Caller, request: Request, url: URL, version: string) {
  const began = performance.now();
  const { query, params } = await readQuery(request, url);
  // Since that version what nobody says anything about is what is published.
  const perspective = url.searchParams.get("perspective") ?? (version < "v2025-02-19" ? "raw" : "published");
  const result = await runQuery(lake.store.visibleTo(caller), { query, params, perspective }, lake);
  return Response.json({
    ...(url.searchParams.get("returnQuery") !== "false" && { query }),
    result,
    syncTags: [
      `s1:${createHash("sha1").update(`${lake.projectId}.${lake.dataset}`).digest("hex").slice(0, 6)}`,
    ],
    ms: Math.round(performance.now() - began),
  });
}

async function readQuery(request: Request, url: URL) {
  if (request.method === "POST") {
    const body = await request.json().catch(() => undefined);
    if (typeof body?.query !== "string") throw new LakeError(400, "The body has to be JSON with a query.");
    return { query: body.query as string, params: (body.params ?? {}) as Record<string, unknown> };
  }
  if (request.method !== "GET")
    throw refusal(405, "Method Not Allowed", "Queries are asked with GET or POST.");
  const params: Record<string, unknown> = {};
  for (const [name, value] of url.searchParams) {
    if (name.startsWith("$")) params[name.slice(1)] = parseParameter(name, value);
  }
  return { query: url.searchParams.get("query") ?? "", params };
}

function parseParameter(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new LakeError(400, `The value of ${name} is not JSON.`);
  }
}

function answerDocuments(lake: Lake, caller: Caller, ids: string): Response {
  const documents = [];
  const omitted = [];
  for (const id of ids.split(",")) {
    const document = lake.store.get(id);
    if (!document) omitted.push({ id, reason: "existence" });
    else if (!maySee(caller, id)) omitted.push({ id, reason: "permission" });
    else documents.push(document);
  }
  return Response.json({ documents, omitted });
}

async function answerImage(
  lake: Lake,
  request: Request,
  url: URL,
  [, projectId, dataset, name]: [string, string, string, string],
): Promise<Response> {
  const original = lake.images.get(name);
  if (!original || projectId !== lake.projectId || dataset !== lake.dataset) {
    throw refusal(404, "Not Found", "There is no such image.");
  }
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const accepts = request.headers.get("accept") ?? undefined;
  const { bytes, mimeType } = await renderImage(original, extension, url.searchParams, accepts);
  return new Response(new Uint8Array(bytes), {
    headers: { "Content-Type": mimeType, "Cache-Control": "public, max-age=31536000", Vary: "Accept" },
  });
}
