import { createHash } from "node:crypto";
import { createReadStream, existsSync, openAsBlob } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import { variables } from "#functions/variables.ts";

/** Stores backups. A listed name always has a complete file. */
export type Store = {
  list(): Promise<string[]>;
  /**
   * Stores a file.
   * @throws Error with one sentence if it does not arrive complete; it says if the store still has a damaged file
   */
  put(name: string, file: string): Promise<void>;
  get(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
};

/** Returns the hexadecimal SHA-256 of a file. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** Opens a store of backups in a folder. If the store creates the folder, only its owner may read it. */
function openFolderStore(folder: string): Store {
  return {
    // The first backup creates the folder.
    list: async () => (existsSync(folder) ? readdir(folder) : []),
    async put(name, file) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = join(folder, `.${name}.part`);
      try {
        await copyFile(file, part);
        if ((await hashFile(part)) !== (await hashFile(file)))
          throw new Error(`${folder} did not keep what was written.`);
        await rename(part, join(folder, name));
      } finally {
        // A failure to clean up must not hide the error.
        await rm(part, { force: true }).catch(() => {});
      }
    },
    get: (name, file) => copyFile(join(folder, name), file),
    remove: (name) => rm(join(folder, name)),
  };
}

type Bucket = { endpoint: string; bucket: string; keyId: string; secret: string; region: string };

/**
 * Returns a function that sends a signed request to a path in the bucket, for the store of backups (S3 API). It throws
 * an Error of one sentence if the request fails.
 */
function createBucketClient({ endpoint, bucket, keyId, secret, region }: Bucket) {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: "s3" });
  const base = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const request = await client.sign(`${base}${path}`, { ...init, aws: { signQuery: false } });
    const response = await fetch(request, {
      redirect: "manual",
      signal: AbortSignal.timeout(15 * 60_000),
    }).catch((error: Error) => {
      throw new Error(`The bucket ${bucket} cannot be reached at ${endpoint}, or broke off.`, {
        cause: error,
      });
    });
    if (response.ok) return response;
    const code = /<Code>(\w+)</.exec(await response.text())?.[1];
    throw new Error(
      `The bucket ${bucket} at ${endpoint} answers ${response.status}${code ? ` ${code}` : ""}.`,
    );
  };
}

/** Opens a store of backups in a bucket of an S3 endpoint. It reads each stored file back, and compares its hash. */
function openBucketStore(bucket: Bucket): Store {
  const call = createBucketClient(bucket);
  const remove = async (name: string) => void (await call(`/${name}`, { method: "DELETE" }));
  const hashOfStored = async (name: string) => {
    const hash = createHash("sha256");
    const { body } = await call(`/${name}`);
    for await (const chunk of body ?? []) hash.update(chunk);
    return hash.digest("hex");
  };
  return {
    async list() {
      const names: string[] = [];
      for (let token = ""; ; ) {
        const query = new URLSearchParams({
          "list-type": "2",
          ...(token && { "continuation-token": token }),
        });
        const text = await (await call(`?${query}`)).text();
        names.push(...[...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = ""]) => name));
        token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? "";
        if (!token) return names;
      }
    },
    async put(name, file) {
      const hash = await hashFile(file);
      await call(`/${name}`, {
        method: "PUT",
        body: await openAsBlob(file),
        headers: { "X-Amz-Content-Sha256": hash, "Content-Type": "application/octet-stream" },
      });
      if ((await hashOfStored(name)) === hash) return;
      const outcome = await remove(name).then(
        () => ": nothing was kept.",
        (error: Error) => `, and ${name} is damaged there: ${error.message}`,
      );
      throw new Error(`The bucket ${bucket.bucket} did not keep what was sent${outcome}`);
    },
    async get(name, file) {
      const { body } = await call(`/${name}`);
      if (!body) throw new Error(`${name} is empty.`);
      await writeFile(file, body, { mode: 0o600 });
    },
    remove,
  };
}

/**
 * Returns the store in the given folder, or else in the bucket of BACKUP_S3_….
 * @throws Error if neither is set, or if the folder `mustExist` and does not
 */
export async function openStore(folder: string | undefined, mustExist: boolean): Promise<Store> {
  if (folder) {
    if (mustExist)
      await stat(folder).catch(() => Promise.reject(new Error(`The folder ${folder} does not exist.`)));
    return openFolderStore(folder);
  }
  const {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_KEY_ID: keyId,
    BACKUP_S3_SECRET: secret,
    BACKUP_S3_REGION,
  } = process.env;
  if (!endpoint || !bucket || !keyId || !secret) {
    throw new Error(
      "Name the store of backups: a folder, or BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET.",
    );
  }
  // A workflow passes an unset variable as an empty text.
  const region = BACKUP_S3_REGION || variables.BACKUP_S3_REGION.default;
  return openBucketStore({ endpoint, bucket, keyId, secret, region });
}
