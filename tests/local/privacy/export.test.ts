import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { impersonal, type Place, places } from "#local/privacy/places.ts";
import { preparePrivacyCommand, toHash } from "../../support/privacy-command.ts";

const { privacy, leave, everything, asOwner, getFolder } = preparePrivacyCommand();

async function exported(email: string) {
  const { code, output } = await privacy(["export", email]);
  expect([code, output]).toEqual([0, expect.any(String)]);
  const [file = "", ...more] = (await readdir(getFolder())).filter((name) => name.endsWith(".json"));
  expect(more).toEqual([]);
  const path = join(getFolder(), file);
  return { output, path, text: await readFile(path, "utf8") };
}

describe("the list of personal data", () => {
  test("decides about every table, and about every column of tables with personal data", async () => {
    const rows = await asOwner(
      `select relname::text as table, array_agg(attname::text order by attname) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped group by 1`,
    );
    const inCatalogue = new Map(rows.map(({ table, columns }) => [String(table), columns as string[]]));
    expect([...inCatalogue.keys()].sort()).toEqual([...Object.keys(places), ...impersonal].sort());
    for (const [table, { told, withheld }] of Object.entries<Place>(places)) {
      expect([table, [...told, ...withheld].sort()]).toEqual([table, inCatalogue.get(table)?.toSorted()]);
    }
  });

  test("exports no secret and no hash of a secret", () => {
    for (const [table, { told }] of Object.entries<Place>(places)) {
      expect([table, told.filter((column) => /hash|hmac|secret|key$|credential/.test(column))]).toEqual([
        table,
        [],
      ]);
    }
  });
});

describe("npm run privacy -- export", () => {
  test("writes all data of the person, and no other, into one file that only its owner may read", async () => {
    const { email } = await leave("ana");
    await leave("luz");
    const { text, path, output } = await exported(` ${email.toUpperCase()}`.trim());
    const { kept, ...head } = JSON.parse(text);
    expect(head).toEqual({ format: "vitrina-privacy-1", email, exported_at: expect.any(String) });
    expect(Object.keys(kept).sort()).toEqual([...Object.keys(places), "waiting_messages"].sort());
    for (const [place, rows] of Object.entries<unknown[]>(kept)) {
      expect([place, rows.length]).toEqual([place, place === "attempt_limits" ? 8 : 1]);
      expect(output).toContain(`${place}  ${rows.length}`);
    }
    expect(text).not.toContain("luz");
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe("600");
  });

  test("contains no secret", async () => {
    const { email, keys } = await leave("ana");
    const { text } = await exported(email);
    const secrets = ["refresh ana", "one-time ana", "code ana", "link ana"].flatMap((secret) => [
      secret,
      toHash(secret),
    ]);
    for (const secret of [...secrets, ...keys, "argon2id"]) expect(text).not.toContain(secret);
  });

  test("changes nothing but the audit, which stores a hash of the address and counts", async () => {
    const { email } = await leave("ana");
    const before = await everything(["privacy_events"]);
    await exported(email);
    expect(await everything(["privacy_events"])).toBe(before);
    const [event] = await asOwner(
      "select kind, counts, to_jsonb(e)::text as whole from privacy_events e where asked_by = 'operator' and person = sender_key($1)",
      [email],
    );
    expect(event).toMatchObject({ kind: "exported", counts: { accounts: 1, contact_submissions: 1 } });
    expect(event?.whole).not.toContain("ana");
  });

  test("reports an unknown address, and writes no file", async () => {
    expect(await privacy(["export", "nadie@cliente.example"])).toEqual({
      code: 0,
      output: "Nothing is kept of nadie@cliente.example.",
    });
    expect(await readdir(getFolder())).toEqual([]);
  });
});
