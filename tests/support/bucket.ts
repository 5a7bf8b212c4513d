import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AwsV4Signer } from "aws4fetch";
import { listenOnLoopback } from "#local/processes/loopback.ts";

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

/**
 * Starts a local bucket that answers list, put, get and delete as S3 does. It rejects requests without a valid SigV4
 * signature.
 * In `faults`, `cutAt` breaks an upload after that many bytes, `spoils` stores other bytes than were sent, and
 * `isLocked` rejects deletions.
 */
export async function startBucket() {
  const [bucket, keyId, secret] = ["vitrina-backups", "key-id", "a secret of the bucket"];
  const objects = new Map<string, Buffer>();
  const faults: { cutAt?: number; spoils?: boolean; isLocked?: boolean } = {};

  async function isSigned({ method = "", headers }: IncomingMessage, url: URL): Promise<boolean> {
    const datetime = String(headers["x-amz-date"]);
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, datetime, service: "s3", region: "auto" },
      headers: { "X-Amz-Content-Sha256": String(headers["x-amz-content-sha256"]) },
      accessKeyId: keyId,
      secretAccessKey: secret,
    });
    return (await signer.sign()).headers.get("Authorization") === headers.authorization;
  }

  const listener = await listenOnLoopback(0, async (request, response, { url }) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (faults.cutAt !== undefined && request.method === "PUT" && size >= faults.cutAt)
        return void request.destroy();
    }
    const body = Buffer.concat(chunks);
    const refuse = (status: number, code: string) =>
      void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (!(await isSigned(request, url))) return refuse(403, "SignatureDoesNotMatch");
    const [, requestedBucket, name = ""] = /^\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    if (requestedBucket !== bucket) return refuse(404, "NoSuchBucket");
    if (request.method === "PUT") {
      if (request.headers["content-length"] === undefined) return refuse(411, "MissingContentLength");
      if (sha256(body) !== request.headers["x-amz-content-sha256"])
        return refuse(400, "XAmzContentSHA256Mismatch");
      objects.set(name, faults.spoils ? body.subarray(1) : body);
      return void response.end();
    }
    if (request.method === "DELETE") {
      if (faults.isLocked) return refuse(403, "AccessDenied");
      objects.delete(name);
      return void response.writeHead(204).end();
    }
    if (name === "") {
      // A page has two keys, so that the client has to request the next page.
      const from = Number(url.searchParams.get("continuation-token") ?? 0);
      const names = [...objects.keys()].sort();
      const continuation =
        names.length > from + 2 ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
      const keys = names
        .slice(from, from + 2)
        .map((objectName) => `<Contents><Key>${objectName}</Key></Contents>`);
      return void response.end(`<ListBucketResult>${keys.join("")}${continuation}</ListBucketResult>`);
    }
    const object = objects.get(name);
    return object ? void response.end(object) : refuse(404, "NoSuchKey");
  });
  const environment = {
    BACKUP_S3_ENDPOINT: `http://localhost:${listener.port}`,
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_KEY_ID: keyId,
    BACKUP_S3_SECRET: secret,
    // A workflow passes an unset variable as an empty text.
    BACKUP_S3_REGION: "",
  };
  return { objects, faults, environment, close: listener.close };
}
