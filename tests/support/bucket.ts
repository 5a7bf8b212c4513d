import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

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

  function isSigned(request: IncomingMessage, url: URL): boolean {
    const [, credential = "", names = "", signature = ""] =
      /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        request.headers.authorization ?? "",
      ) ?? [];
    const [id, date = "", region = "", service = "", end] = credential.split("/");
    if (id !== keyId || region !== "auto" || service !== "s3" || end !== "aws4_request") return false;
    if (!["host", "x-amz-date", "x-amz-content-sha256"].every((name) => names.split(";").includes(name)))
      return false;
    const requestDate = String(request.headers["x-amz-date"]);
    const query = [...url.searchParams]
      .map((pair) => pair.map(encodeURIComponent).join("="))
      .sort()
      .join("&");
    const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
    const canonical = [
      ...[request.method, url.pathname, query, headers.join(""), names],
      request.headers["x-amz-content-sha256"],
    ].join("\n");
    const scope = `${date}/${region}/s3/aws4_request`;
    const key = ["s3", "aws4_request"].reduce(
      (previousKey, part) => hmac(previousKey, part),
      hmac(hmac(`AWS4${secret}`, date), region),
    );
    const expected = hmac(key, ["AWS4-HMAC-SHA256", requestDate, scope, sha256(canonical)].join("\n"));
    return requestDate.startsWith(date) && timingSafeEqual(expected, Buffer.from(signature, "hex"));
  }

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://localhost");
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
    if (!isSigned(request, url)) return refuse(403, "SignatureDoesNotMatch");
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
  }

  const server = createServer(
    (request, response) => void answerRequest(request, response).catch(() => response.destroy()),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const environment = {
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_KEY_ID: keyId,
    BACKUP_S3_SECRET: secret,
    // A workflow passes an unset variable as an empty text.
    BACKUP_S3_REGION: "",
  };
  const close = () => new Promise((closed) => server.close(closed).closeAllConnections());
  return { objects, faults, environment, close };
}
