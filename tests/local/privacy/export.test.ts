import { randomBytes } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { impersonalTables, type PersonalTable, personalTables } from "#local/privacy/places.ts";
import { preparePrivacyCommand, toHash } from "../../support/privacy-command.ts";

const {
  privacy,
  leave: addPerson,
  leaveFile,
  everything: dumpTables,
  leaveSentMail,
  leaveWaitingFile,
  asOwner,
  breakCloudflare,
  getFolder,
} = preparePrivacyCommand();

async function exportPerson(email: string) {
  const { code, output } = await privacy(["export", email]);
  expect([code, output]).toEqual([0, expect.any(String)]);
  const [file = "", ...otherFiles] = (await readdir(getFolder())).filter((name) => name.endsWith(".json"));
  expect(otherFiles).toEqual([]);
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
    expect([...inCatalogue.keys()].sort()).toEqual(
      [...Object.keys(personalTables), ...impersonalTables].sort(),
    );
    for (const [table, { exported, withheld }] of Object.entries<PersonalTable>(personalTables)) {
      expect([table, [...exported, ...withheld].sort()]).toEqual([table, inCatalogue.get(table)?.toSorted()]);
    }
  });

  test("exports no secret and no hash of a secret", () => {
    for (const [table, { exported }] of Object.entries<PersonalTable>(personalTables)) {
      expect([table, exported.filter((column) => /hash|hmac|secret|key$|credential/.test(column))]).toEqual([
        table,
        [],
      ]);
    }
  });
});

describe("npm run privacy -- export", () => {
  test("writes all data of the person, and no other, into one file that only its owner may read", async () => {
    const { email, keys } = await addPerson("ana");
    // The others are the key of the message rate and the hash of the address.
    const attemptLimitCount = keys.length - 2;
    await addPerson("luz");
    const { text, path, output } = await exportPerson(` ${email.toUpperCase()}`.trim());
    const { kept: storedData, ...head } = JSON.parse(text);
    expect(head).toEqual({ format: "vitrina-privacy-1", email, exported_at: expect.any(String) });
    expect(Object.keys(storedData).sort()).toEqual(
      [...Object.keys(personalTables), "waiting_messages"].sort(),
    );
    for (const [tableName, rows] of Object.entries<unknown[]>(storedData)) {
      const count = tableName === "attempt_limits" ? attemptLimitCount : 1;
      expect([tableName, rows.length]).toEqual([tableName, count]);
      expect(output).toContain(`${tableName}  ${rows.length}`);
    }
    expect(text).not.toContain("luz");
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe("600");
  });

  test("contains a sent mail, which names its person only by the message that it confirms", async () => {
    const { email } = await addPerson("ana");
    await leaveSentMail(email);
    const { kept: storedData } = JSON.parse((await exportPerson(email)).text);
    const [{ id }] = storedData.contact_submissions;
    expect(storedData.outgoing_mails).toContainEqual(
      expect.objectContaining({ submission_id: id, payload: null, sent_at: expect.any(String) }),
    );
  });

  test("contains no secret", async () => {
    const { email, keys } = await addPerson("ana");
    const { text } = await exportPerson(email);
    const secrets = ["refresh ana", "one-time ana", "code ana", "link ana"].flatMap((secret) => [
      secret,
      toHash(secret),
    ]);
    for (const secret of [...secrets, ...keys, "argon2id"]) expect(text).not.toContain(secret);
  });

  test("changes nothing but the audit, which stores a hash of the address and counts", async () => {
    const { email } = await addPerson("ana");
    const tablesBefore = await dumpTables(["privacy_events"]);
    await exportPerson(email);
    expect(await dumpTables(["privacy_events"])).toBe(tablesBefore);
    const [event] = await asOwner(
      "select kind, counts, to_jsonb(e)::text as whole from privacy_events e where asked_by = 'operator' and person = person_key($1)",
      [email],
    );
    expect(event).toMatchObject({ kind: "exported", counts: { accounts: 1, contact_submissions: 1 } });
    expect(event?.whole).not.toContain("ana");
  });

  test("writes the content of the person's files into a folder, under names that are safe everywhere", async () => {
    const { email, message } = await addPerson("ana");
    await addPerson("luz");
    const bytes = randomBytes(2_000_000);
    const id = await leaveFile(message, "../../Foto ñandú <1>:\u202egpj.exe. ", bytes);
    const longId = await leaveFile(message, `${"é".repeat(195)}.jpeg`, Buffer.alloc(0));
    const lostId = await leaveFile(message, "perdida.pdf");
    const { text, path, output } = await exportPerson(email);
    const folder = path.replace(/\.json$/, "");
    const { attachments } = JSON.parse(text).kept;
    const paths = new Map(attachments.map((row: { id: string; file: string | null }) => [row.id, row.file]));
    expect(paths.get(id)).toBe(`${basename(folder)}/${id}-..-..-Foto-ñandú-1-gpj.exe`);
    expect(paths.get(longId)).toBe(`${basename(folder)}/${longId}-${"é".repeat(55)}.jpeg`);
    expect(paths.get(lostId)).toBeNull();
    const files = [...paths.values()].filter((file) => file !== null) as string[];
    expect((await readdir(folder)).sort()).toEqual(files.map((file) => basename(file)).sort());
    const inFolder = (fileId: string) => readFile(join(getFolder(), String(paths.get(fileId))));
    expect([await inFolder(id), await inFolder(longId)]).toEqual([bytes, Buffer.alloc(0)]);
    const [ownId = ""] = [...paths.keys()] as string[];
    expect(String(await inFolder(ownId))).toBe("the file of ana");
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe("700");
    expect(output).toContain(`The folder ${basename(folder)} has the content of 3 files.`);
    expect(output).toContain(`The bucket lacks the content of these files: ${lostId}.`);
  });

  test("contains the files of messages in the spool, and a file of two messages once", async () => {
    const { email, message } = await addPerson("ana");
    leaveWaitingFile(email, "plano.pdf");
    const storedId = await leaveFile(message, "foto.jpg", Buffer.from("photo"));
    leaveWaitingFile(email, "foto.jpg", storedId);
    const { text, path } = await exportPerson(email);
    const { attachments } = JSON.parse(text).kept;
    const names = attachments.map(({ name }: { name: string }) => name).toSorted();
    expect(names).toEqual(["ana.pdf", "foto.jpg", "plano.pdf"]);
    const folder = path.replace(/\.json$/, "");
    const [plan = ""] = (await readdir(folder)).filter((name) => name.endsWith("-plano.pdf"));
    expect(await readFile(join(folder, plan), "utf8")).toBe("the file plano.pdf");
  });

  test("leaves nothing behind if the files cannot be read", async () => {
    const { email } = await addPerson("ana");
    breakCloudflare((call) => (call.includes("/r2/") ? 403 : null));
    expect(await privacy(["export", email])).toEqual({
      code: 1,
      output: "Cloudflare's R2 answers 403: check that the token may access the bucket vitrina-attachments.",
    });
    breakCloudflare(() => null);
    expect(await readdir(getFolder())).toEqual([]);
  });

  test("reports an unknown address, and writes no file", async () => {
    expect(await privacy(["export", "nadie@cliente.example"])).toEqual({
      code: 0,
      output: "Nothing is kept of nadie@cliente.example.",
    });
    expect(await readdir(getFolder())).toEqual([]);
  });
});
