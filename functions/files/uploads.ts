import type { R2Bucket } from "@cloudflare/workers-types";
import * as v from "valibot";
import { uploadedField } from "#functions/contract/contact.ts";
import { type UploadAnswer, uploadedFile } from "#functions/contract/upload.schema.ts";
import { type UploadedFile, uploadPartBytes } from "#functions/contract/upload.ts";
import type { Environment } from "#functions/env.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { daySeconds } from "#functions/kernel/durations.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { findType, toFileName } from "./describe.ts";
import { createSlots } from "./slots.ts";

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

/** Signs the token of a stored file. */
const signFile = ({ signingKeys, SITE_ORIGIN: issuer }: Environment, file: UploadedFile): Promise<string> =>
  signClaims(signingKeys, { issuer, ...purpose }, { file }, lifetimeSeconds);

/**
 * Stores a file that no message has yet, and returns its token. Without a message the scheduled Worker deletes it.
 * @throws Problem files_unavailable
 */
async function storeFile(
  environment: Environment,
  { id, name: sentName }: { id: string; name: string },
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const name = toFileName(sentName, "", 1);
  const type = findType(name, content);
  await withBucket(environment, (bucket) => bucket.put(id, content, { customMetadata: { type } }));
  return signFile(environment, { id, name, type, size: content.byteLength });
}

/** A part of a file. `offset` is its position, `size` the size of the whole file, in bytes. */
type FilePart = { id: string; name: string; size: number; offset: number };

const toPartSize = (size: number, offset: number) => Math.min(uploadPartBytes, size - offset);

const toPartKeys = ({ id, size }: FilePart): string[] =>
  Array.from({ length: Math.ceil(size / uploadPartBytes) }, (_, index) => `${id}/${index * uploadPartBytes}`);

/** Returns the content of a file, or the position of the first part that is missing. */
async function joinParts(bucket: R2Bucket, part: FilePart): Promise<Uint8Array<ArrayBuffer> | number> {
  const { objects } = await bucket.list({ prefix: `${part.id}/` });
  const keys = toPartKeys(part);
  const missingIndex = keys.findIndex(
    (key, index) =>
      objects.find((object) => object.key === key)?.size !== toPartSize(part.size, index * uploadPartBytes),
  );
  if (missingIndex !== -1) return missingIndex * uploadPartBytes;
  const content = new Uint8Array(part.size);
  // A Worker may have six open connections, so the parts are read one after the other.
  for (const [index, key] of keys.entries()) {
    const stored = await bucket.get(key);
    if (!stored) return index * uploadPartBytes;
    content.set(new Uint8Array(await stored.arrayBuffer()), index * uploadPartBytes);
  }
  return content;
}

// A join has a file of the maximum size twice in memory.
const withJoinSlot = createSlots(3);

/**
 * Joins the parts of a file, and deletes them. A repeated call finds the file.
 * @throws Problem files_unavailable; TooManyAttempts
 */
async function completeUpload(environment: Environment, part: FilePart): Promise<UploadAnswer> {
  const { name, size } = part;
  const id = await toUuid(`upload ${part.id}`);
  const stored = await withBucket(environment, (bucket) => bucket.head(id));
  if (stored) {
    const type = stored.customMetadata?.type ?? "application/octet-stream";
    const file = { id, name: toFileName(name, "", 1), type, size: stored.size };
    return { received: size, token: await signFile(environment, file) };
  }
  return withJoinSlot(async () => {
    const content = await withBucket(environment, (bucket) => joinParts(bucket, part));
    if (typeof content === "number") return { received: content };
    const token = await storeFile(environment, { id, name }, content);
    // The scheduled Worker deletes parts that stay.
    await withBucket(environment, (bucket) => bucket.delete(toPartKeys(part))).catch(() => {});
    return { received: size, token };
  });
}

/**
 * Stores a part of a file; with the last part also the file. A part can be sent again, so an upload goes on after a lost
 * connection.
 * @throws Problem malformed_request for a part of another size, files_unavailable; TooManyAttempts
 */
export async function storePart(
  environment: Environment,
  part: FilePart,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<UploadAnswer> {
  const { id, size, offset } = part;
  const isPart = offset < size && offset % uploadPartBytes === 0;
  if (!isPart || bytes.byteLength !== toPartSize(size, offset)) throw new Problem("malformed_request");
  await withBucket(environment, (bucket) => bucket.put(`${id}/${offset}`, bytes));
  const received = offset + bytes.byteLength;
  return received < size ? { received } : completeUpload(environment, part);
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
    if (!file) throw createFileProblem();
    return file;
  });
}

/** Returns the problem of a file that is unknown, has expired, or belongs to another message. */
export const createFileProblem = () =>
  new Problem("invalid_fields", { errors: [{ field: uploadedField, code: "invalid_file" }] });

/** Stores the files of a form without JavaScript, and returns their tokens. @throws Problem files_unavailable */
export async function storeFormFiles(environment: Environment, files: readonly File[]): Promise<string[]> {
  const tokens: string[] = [];
  // The files are stored one after the other, because each is copied in memory.
  for (const file of files) {
    const content = new Uint8Array(await file.arrayBuffer());
    tokens.push(await storeFile(environment, { id: crypto.randomUUID(), name: file.name }, content));
  }
  return tokens;
}
