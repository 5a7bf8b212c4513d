import { Hono } from "hono";
import { uploadAnswer, uploadQuery } from "#functions/contract/upload.schema.ts";
import { type UploadedFile, uploadPartBytes } from "#functions/contract/upload.ts";
import { findType, toFileName } from "#functions/files/describe.ts";
import { createFileProblem } from "#functions/files/uploads.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import { dayMs } from "#functions/kernel/durations.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { checkQuery, idParameter } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { answer } from "./answer.ts";

const toPositions = (size: number): number[] =>
  Array.from({ length: Math.ceil(size / uploadPartBytes) }, (_, part) => part * uploadPartBytes);

/** Creates the route that stores the parts of files. Its tokens are those of the edge without a signature. */
export function createUploadRoutes(now: () => number) {
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  const contents = new Map<string, Blob>();
  const files = new Map<string, { file: UploadedFile; expiresAt: number }>();
  const usedIds = new Set<string>();

  function createToken(file: UploadedFile): string {
    const expiresAt = now() + 2 * dayMs;
    const bytes = new TextEncoder().encode(JSON.stringify({ file, exp: Math.floor(expiresAt / 1_000) }));
    const token = `e30.${btoa(String.fromCharCode(...bytes))}.x`;
    files.set(token, { file, expiresAt });
    return token;
  }

  const routes = new Hono<AppEnv>().put("/:id", idParameter, checkQuery(uploadQuery), async (c) => {
    const id = c.req.valid("param").id.toLowerCase();
    const { name, size, offset } = c.req.valid("query");
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (bytes.byteLength > uploadPartBytes) throw new Problem("body_too_large");
    const positions = toPositions(size);
    const partSize = Math.min(uploadPartBytes, size - offset);
    if (!positions.includes(offset) || bytes.byteLength !== partSize) throw new Problem("malformed_request");
    parts.set(`${id}/${offset}`, bytes);
    const received = offset + bytes.byteLength;
    if (received < size) return answer(c, uploadAnswer, { received });
    const missing = positions.find((position) => !parts.has(`${id}/${position}`));
    if (missing !== undefined) return answer(c, uploadAnswer, { received: missing });
    const content = new Blob(positions.flatMap((position) => parts.get(`${id}/${position}`) ?? []));
    contents.set(id, content);
    const safeName = toFileName(name, "", 1);
    const type = findType(safeName, await content.slice(0, 16).bytes());
    const file = { id: await toUuid(`upload ${id}`), name: safeName, type, size };
    return answer(c, uploadAnswer, { received, token: createToken(file) });
  });

  return {
    routes,
    /** Returns the content of an uploaded file. */
    find: (id: string) => contents.get(id),
    /** Returns the files of tokens. @throws Problem invalid_fields for a token that is unknown or has expired */
    read: (tokens: readonly string[]): UploadedFile[] =>
      tokens.map((token) => {
        const stored = files.get(token);
        if (!stored || stored.expiresAt <= now()) throw createFileProblem();
        return stored.file;
      }),
    /** Attaches files to a message. @throws Problem invalid_fields if another message has one of them */
    use(attached: readonly UploadedFile[]): void {
      if (attached.some(({ id }) => usedIds.has(id))) throw createFileProblem();
      for (const { id } of attached) usedIds.add(id);
    },
  };
}

/** The uploaded files of a fake API. */
export type FakeUploads = Pick<ReturnType<typeof createUploadRoutes>, "read" | "use">;
