import type { Context } from "hono";
import * as v from "valibot";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";

const toFile = rowParser(v.object({ name: v.string(), type: v.string(), size: v.number() }));

/** Returns a header that makes browsers store a file under its name (RFC 6266, RFC 8187). */
function toDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Answers with a file of a conversation, as a download. Its policy stops scripts if a browser opens it all the same.
 * @throws Refusal unauthenticated, forbidden, missing
 */
export async function openAttachment(c: Context<AppEnv>, id: string): Promise<Response> {
  const { files } = await c.var.authorized({
    files: sql`select name, type, size from attachments where id = ${id}`,
  });
  const file = firstRow(files, toFile);
  const content = file && (await c.var.environment.ATTACHMENTS?.get(id));
  if (!content) throw new Refusal("missing");
  return c.body(content.body as ReadableStream, 200, {
    "Content-Type": file.type,
    "Content-Length": String(content.size),
    "Content-Disposition": toDisposition(file.name),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cache-Control": "private, no-store",
  });
}
