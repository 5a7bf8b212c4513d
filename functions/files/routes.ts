// Files of messages and replies: uploads by visitors and downloads by administrators.
import { Hono } from "hono";
import { uploadQuery } from "#functions/contract/upload.schema.ts";
import { uploadPartBytes } from "#functions/contract/upload.ts";
import { readBytes } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { checkQuery, idParameter } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { requireAdmin } from "#functions/kernel/http/session.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { openAttachment } from "./download.ts";
import { storePart } from "./uploads.ts";

// Three files of the maximum size have 60 parts. A network can store 250 kB a second in the long run.
const checkUploadLimit = createCallLimit({ burst: 180, perSecond: 0.5 });
/** Time limit for the arrival of a part, in milliseconds. */
const partTimeoutMs = 60_000;

/** The routes of files. */
export const files = new Hono<AppEnv>()
  .put("/uploads/:id", idParameter, checkQuery(uploadQuery), async (c) => {
    checkUploadLimit(c);
    // The bucket is searched by the first digit of its keys, in lower case.
    const part = { id: c.req.valid("param").id.toLowerCase(), ...c.req.valid("query") };
    const { bytes, isTooLarge } = await readBytes(c, uploadPartBytes, partTimeoutMs);
    if (isTooLarge) throw new Problem("body_too_large");
    return c.json(await storePart(c.var.environment, part, bytes));
  })
  .get("/attachments/:id", requireAdmin, idParameter, (c) => openAttachment(c, c.req.valid("param").id));
