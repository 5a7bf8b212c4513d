import { readParameters, type Sanity, type SanityCall } from "./call.ts";
import { canRead } from "./documents.ts";
import { createHttpError, SanityError } from "./errors.ts";
import { renderImage } from "./images.ts";
import { syncTags } from "./listen.ts";
import { runQuery } from "./query.ts";

/** Answers a GROQ query over the documents that the caller may read, as Sanity's API does. */
export async function answerQuery({ sanity, caller, request, url, version }: SanityCall): Promise<Response> {
  const startedAt = performance.now();
  const { query, params } = await readQuery(request, url);
  // From this version on, a query without a perspective reads published documents.
  const perspective = url.searchParams.get("perspective") ?? (version < "v2025-02-19" ? "raw" : "published");
  const result = await runQuery(sanity.store.listVisible(caller), { query, params, perspective }, sanity);
  return Response.json({
    ...(url.searchParams.get("returnQuery") !== "false" && { query }),
    result,
    syncTags: syncTags(sanity),
    ms: Math.round(performance.now() - startedAt),
  });
}

/** Reads a GROQ query and its parameters from a request of a Sanity client. Clients send long queries by POST. */
async function readQuery(request: Request, url: URL) {
  if (request.method === "POST") {
    const body = (await request.json().catch(() => undefined)) as
      | { query?: unknown; params?: Record<string, unknown> }
      | undefined;
    if (typeof body?.query !== "string") throw new SanityError(400, "The body has to be JSON with a query.");
    return { query: body.query, params: body.params ?? {} };
  }
  if (request.method !== "GET") {
    throw createHttpError(405, "Queries are asked with GET or POST.");
  }
  return readParameters(url);
}

/** Returns documents by their ids. The others are listed as missing or as not readable by the caller. */
export function answerDocuments({ sanity, caller, rest }: SanityCall): Response {
  const documents = [];
  const omitted = [];
  for (const id of rest.split(",")) {
    const document = sanity.store.get(id);
    if (!document) omitted.push({ id, reason: "existence" });
    else if (!canRead(caller, id)) omitted.push({ id, reason: "permission" });
    else documents.push(document);
  }
  return Response.json({ documents, omitted });
}

/** Answers with a picture, in the size and format of the address. */
export async function answerImage(
  sanity: Sanity,
  request: Request,
  url: URL,
  [, projectId, dataset, name]: [string, string, string, string],
): Promise<Response> {
  const original = await sanity.images.get(name);
  if (!original || projectId !== sanity.projectId || dataset !== sanity.dataset) {
    throw createHttpError(404, "There is no such image.");
  }
  const accepts = request.headers.get("accept") ?? "";
  const { bytes, mimeType } = await renderImage(original, name, url.searchParams, accepts);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": mimeType,
      "Cache-Control": "public, max-age=31536000",
      Vary: "Accept",
      // A drawing may contain script, which must not run when it is opened by itself.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
