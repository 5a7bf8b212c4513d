import { existsSync, openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { Miniflare } from "miniflare";
import { bucketDirectories } from "#local/product/services.ts";
import { readSettings } from "#local/settings.ts";
import { openAccountResource } from "./account.ts";
import { attachmentsBucket } from "./wrangler.ts";

/** The bucket ATTACHMENTS. The key of a file's content is the id of its row in `attachments`. */
export type AttachmentBucket = {
  /** Returns the content of a file as a stream; null if the bucket lacks it. */
  read(id: string): Promise<ReadableStream<Uint8Array> | null>;
  /** Stores the content of the file at `path`. */
  write(id: string, path: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens bucket folders of this machine with Miniflare. It writes into the first folder. */
export async function openLocalBucket(directories: string[]): Promise<AttachmentBucket> {
  const instances = directories.map(
    (r2Persist) =>
      new Miniflare({
        modules: true,
        script: "export default {}",
        cf: false,
        r2Buckets: { ATTACHMENTS: attachmentsBucket },
        r2Persist,
      }),
  );
  const buckets = await Promise.all(instances.map((instance) => instance.getR2Bucket("ATTACHMENTS")));
  return {
    async read(id) {
      for (const bucket of buckets) {
        const object = await bucket.get(id);
        if (object) return object.body as unknown as ReadableStream<Uint8Array>;
      }
      return null;
    },
    write: async (id, path) => void (await buckets[0]?.put(id, await readFile(path))),
    close: async () => void (await Promise.all(instances.map((instance) => instance.dispose()))),
  };
}

// Cloudflare's code of a missing bucket; a missing object has another one.
const missingBucketCode = 10006;

/** Opens the bucket of the deployed site over Cloudflare's API. @throws Error with one sentence about missing variables */
export function openHostedBucket(): AttachmentBucket {
  const call = openAccountResource({
    path: `r2/buckets/${attachmentsBucket}/objects`,
    service: "R2",
    name: `the bucket ${attachmentsBucket}`,
    reason: `the bucket ${attachmentsBucket} has the content of files.`,
    timeoutMs: 5 * 60_000,
  });
  const rejectMissingBucket = async (response: Response) => {
    if ((await response.text()).includes(String(missingBucketCode)))
      throw new Error(`The account has no bucket ${attachmentsBucket}.`);
  };
  return {
    async read(id) {
      const response = await call(id);
      if (response.ok) return response.body ?? new Blob([]).stream();
      await rejectMissingBucket(response);
      return null;
    },
    async write(id, path) {
      const response = await call(id, { method: "PUT", body: await openAsBlob(path) });
      if (response.ok) return;
      await rejectMissingBucket(response);
      throw new Error(`The bucket ${attachmentsBucket} did not take the file ${id}.`);
    },
    close: async () => {},
  };
}

/** Opens the bucket of the site whose database a command uses: with DATABASE_URL the deployed one, else that of this machine. */
export async function openBucket(): Promise<AttachmentBucket> {
  if (process.env.DATABASE_URL) return openHostedBucket();
  const directories = bucketDirectories(readSettings());
  const existingDirectories = directories.filter((directory) => existsSync(directory));
  return openLocalBucket(existingDirectories.length > 0 ? existingDirectories : directories.slice(0, 1));
}
