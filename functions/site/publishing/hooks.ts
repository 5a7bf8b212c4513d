import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { gatherQuery } from "./builds.ts";

/** A webhook of the CMS: the hash of its signature in hexadecimal, and the CMS's id of the delivery. */
export type ContentHook = { signatureHash: string; key: string | null };

const toTaken = rowParser(v.object({ taken: v.boolean() }));

/**
 * Records a publication and requests a build of the site.
 * @throws Refusal replayed if this webhook was already accepted
 */
export async function takeContentHook(
  database: Database,
  { signatureHash, key }: ContentHook,
): Promise<void> {
  const { hook } = await database.run(
    { service: "content" },
    {
      hook: sql`
      with taken as (
        insert into content_hooks (signature_hash, idempotency_key)
        values (decode(${signatureHash}, 'hex'), ${key})
        on conflict do nothing
        returning 1
      ), gathered as (
        ${gatherQuery(sql`select from taken`)}
      )
      select exists (select from taken) as taken`,
    },
  );
  if (!firstRow(hook, toTaken)?.taken) throw new Refusal("replayed");
}
