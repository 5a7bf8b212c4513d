import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#migrations/migrate.ts";
import { describeOnEachEngine, type EmptyDatabase, openEmptyDatabase } from "../local/neon/engines.ts";

const shipped = new URL("../../migrations", import.meta.url).pathname;

describeOnEachEngine("the inbox of a company that has messages already", (server) => {
  let database: EmptyDatabase;
  let earlier: string;

  beforeAll(async () => {
    database = await openEmptyDatabase(server);
    earlier = await mkdtemp(join(tmpdir(), "vitrina-migrations-"));
    for (const name of await readdir(shipped)) {
      if (/^000\d_/.test(name)) await cp(join(shipped, name), join(earlier, name));
    }
  });
  afterAll(async () => {
    await database.close();
    await rm(earlier, { recursive: true });
  });

  test("counts them, finds them and knows their first reading from then on", async () => {
    const [totals, texts, reading] = await database.asOwner(async (client) => {
      await migrate(client, earlier);
      await client.query(`
        insert into contact_submissions (id, name, email, message, company, phone, read, spam)
        select gen_random_uuid(), 'José ' || n, 'jose@cliente.example', nullif('Pózo ' || n, 'Pózo 1'),
          nullif('Pérez ' || n, 'Pérez 1'), nullif('2222-000' || n, '2222-0001'), n <= 3, n = 5
        from generate_series(1, 5) n`);
      await migrate(client);
      await client.query("update contact_submissions set read = not read where name = 'José 4'");
      const ask = async (text: string) => (await client.query(text)).rows;
      return [
        await ask("select unread::int, read::int, spam::int from inbox_totals"),
        await ask("select folded from submission_texts order by folded"),
        await ask("select name from contact_submissions where first_read_at is not null"),
      ];
    });
    expect(totals).toEqual([{ unread: "0", read: "4", spam: "1" }]);
    expect(texts?.map(({ folded }) => folded)).toEqual([
      "jose 1\u0001jose@cliente.example\u0001\u0001\u0001\u0001",
      ...[2, 3, 4, 5].map(
        (n) =>
          `jose ${n}\u0001jose@cliente.example\u0001pozo ${n}\u0001perez ${n}\u00012222-000${n}\u00012222000${n}\u0001`,
      ),
    ]);
    expect(reading).toEqual([{ name: "José 4" }]);
  });
});
