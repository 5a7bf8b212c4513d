import { expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

describeOnEmbedded("the derived data of the inbox", (server) => {
  const { database } = databaseForSuite(server);

  test("holds the counts, the search text and the time of the first read", async () => {
    await database.asOwner(`
      insert into contact_submissions (id, name, email, message, company, phone, read, spam)
      select gen_random_uuid(), 'José ' || n, 'jose@cliente.example', nullif('Pózo ' || n, 'Pózo 1'),
        nullif('Pérez ' || n, 'Pérez 1'), nullif('2222-000' || n, '2222-0001'), n <= 3, n = 5
      from generate_series(1, 5) n`);
    await database.asOwner("update contact_submissions set read = not read where name = 'José 4'");

    const totals = await database.asOwner("select unread::int, read::int, spam::int from inbox_totals");
    expect(totals).toEqual([{ unread: 0, read: 4, spam: 1 }]);
    const texts = await database.asOwner("select folded from submission_texts order by folded");
    expect(texts.map(({ folded }) => folded)).toEqual([
      "jose 1\u0001jose@cliente.example\u0001\u0001\u0001\u0001",
      ...[2, 3, 4, 5].map(
        (n) =>
          `jose ${n}\u0001jose@cliente.example\u0001pozo ${n}\u0001perez ${n}\u00012222-000${n}\u00012222000${n}\u0001`,
      ),
    ]);
    const reading = await database.asOwner(
      "select name from contact_submissions where first_read_at is not null",
    );
    expect(reading).toEqual([{ name: "José 4" }]);
  });
});
