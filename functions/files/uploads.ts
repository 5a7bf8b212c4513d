import type { R2Bucket } from "@cloudflare/workers-types";
import * as v from "valibot";
import { uploadedField } from "#functions/contract/contact.ts";
import { type UploadAnswer, uploadedFile } from "#functions/contract/upload.schema.ts";
import { type UploadedFile, uploadPartBytes } from "#functions/contract/upload.ts";
import type { Environment } from "#functions/env.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { daySeconds } from "#functions/kernel/durations.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { findType, toFileName } from "./describe.ts";

/** Lifetime of a token, in seconds: a message may wait for a day in its sender's browser. */
const lifetimeSeconds = 2 * daySeconds;
const purpose = { typ: "file+jwt", audience: "uploaded-file" };

/** Returns the result of work with the bucket of files. @throws Problem files_unavailable */
async function withBucket<T>(
  { ATTACHMENTS: bucket }: Environment,
  work: (bucket: R2Bucket) => Promise<T>,
): Promise<T> {
  try {
    if (!bucket) throw new Error("ATTACHMENTS is not bound");
    return await work(bucket);
  } catch (cause) {
    throw new Problem("files_unavailable", { cause, headers: { "Retry-After": "5" } });
  }
}

/**
 * Stores a file that no message has yet, and returns its token. Without a message the scheduled Worker deletes it.
 * @throws Problem files_unavailable
 */
async function storeFile(
  environment: Environment,
  sentName: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const id = crypto.randomUUID();
  await withBucket(environment, (bucket) => bucket.put(id, content));
  const name = toFileName(sentName, "", 1);
  const file: UploadedFile = { id, name, type: findType(name, content), size: content.byteLength };
  const { signingKeys, SITE_ORIGIN: issuer } = environment;
  return signClaims(signingKeys, { issuer, ...purpose }, { file }, lifetimeSeconds);
}

/** A part of a file. `offset` is its position, `size` the size of the whole file, in bytes. */
type FilePart = { id: string; name: string; size: number; offset: number };

const toPartSize = (size: number, offset: number) => Math.min(uploadPartBytes, size - offset);

/** Returns the stored file, or the position of the first part that is missing. */
async function joinParts(
  bucket: R2Bucket,
  { id, size }: FilePart,
): Promise<Uint8Array<ArrayBuffer> | number> {
  const content = new Uint8Array(size);
  // A Worker may have six open connections, so the parts are read one after the other.
  for (let offset = 0; offset < size; offset += uploadPartBytes) {
    const part = await bucket.get(`${id}/${offset}`);
    if (part?.size !== toPartSize(size, offset)) {
      await part?.body.cancel();
      return offset;
    }
    content.set(new Uint8Array(await part.arrayBuffer()), offset);
  }
  return content;
}

/**
 * Stores a part of a file; with the last part also the file. A part can be sent again, so an upload goes on after a lost
 * connection. The parts stay until the scheduled Worker deletes them.
 * @throws Problem malformed_request for a part of another size, files_unavailable
 */
export async function storePart(
  environment: Environment,
  part: FilePart,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<UploadAnswer> {
  const { id, name, size, offset } = part;
  const isPart = offset < size && offset % uploadPartBytes === 0;
  if (!isPart || bytes.byteLength !== toPartSize(size, offset)) throw new Problem("malformed_request");
  const received = offset + bytes.byteLength;
  const content = await withBucket(environment, async (bucket) => {
    await bucket.put(`${id}/${offset}`, bytes);
    return received < size ? received : joinParts(bucket, part);
  });
  if (typeof content === "number") return { received: content };
  return { received, token: await storeFile(environment, name, content) };
}

const claims = v.pipe(
  v.object({ file: uploadedFile }),
  v.transform(({ file }) => file),
);

/**
 * Returns the files of tokens.
 * @throws Problem invalid_fields for a token that is foreign or has expired
 */
export async function readUploads(
  { signingKeys, SITE_ORIGIN: issuer }: Environment,
  tokens: readonly string[],
): Promise<UploadedFile[]> {
  const files = await Promise.all(
    tokens.map((token) => readSignedClaims(signingKeys, { issuer, ...purpose }, claims, token)),
  );
  return files.map((file) => {
    if (!file)
      throw new Problem("invalid_fields", { errors: [{ field: uploadedField, code: "invalid_file" }] });
    return file;
  });
}

/** Stores the files of a form without JavaScript, and returns their tokens. @throws Problem files_unavailable */
export const storeFormFiles = (environment: Environment, files: readonly File[]): Promise<string[]> =>
  Promise.all(
    files.map(async (file) => storeFile(environment, file.name, new Uint8Array(await file.arrayBuffer()))),
  );
