import { Hono } from "hono";
import { uploadAnswer, uploadQuery } from "#functions/contract/upload.schema.ts";
import { type UploadedFile, uploadPartBytes } from "#functions/contract/upload.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { checkQuery, idParameter } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { answer } from "./answer.ts";

/** Creates the route that stores the parts of files. Its tokens are those of the edge without a signature. */
export function createUploadRoutes() {
  const parts = new Map<string, Uint8Array>();
  const contents = new Map<string, Blob>();
  const toToken = (file: UploadedFile) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ file }));
    return `e30.${btoa(String.fromCharCode(...bytes))}.x`;
  };
  const routes = new Hono<AppEnv>().put("/:id", idParameter, checkQuery(uploadQuery), async (c) => {
    const { id } = c.req.valid("param");
    const { name, size, offset } = c.req.valid("query");
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (bytes.byteLength !== Math.min(uploadPartBytes, size - offset)) throw new Problem("malformed_request");
    parts.set(`${id}/${offset}`, bytes);
    const offsets = Array.from(
      { length: Math.ceil(size / uploadPartBytes) },
      (_, part) => part * uploadPartBytes,
    );
    const received = offset + bytes.byteLength;
    const missing = offsets.find((position) => !parts.has(`${id}/${position}`));
    if (received < size || missing !== undefined)
      return answer(c, uploadAnswer, { received: received < size ? received : (missing ?? 0) });
    contents.set(
      id,
      new Blob(offsets.map((position) => parts.get(`${id}/${position}`) as Uint8Array<ArrayBuffer>)),
    );
    return answer(c, uploadAnswer, { received, token: toToken({ id, name, type: "image/jpeg", size }) });
  });
  return {
    routes,
    /** Returns the content of an uploaded file. */
    find: (id: string) => contents.get(id),
  };
}
