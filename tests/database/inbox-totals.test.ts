import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { languages, timeZone } from "#cms/content/site.ts";
import type { SubmissionStats } from "#functions/contract/answers.schema.ts";
import type { Narrowing } from "#functions/contract/submission.schema.ts";
import { propertyFilters, propertyNames } from "#functions/contract/submission.ts";
import { getStats } from "#functions/inbox/statistics.ts";
import { countSubmissions } from "#functions/inbox/store.ts";
import { nameResults } from "#functions/kernel/database/named-results.ts";
import type { Row } from "#functions/kernel/database/sql.ts";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

describeOnOneEngine("inbox_totals", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const [administrator, otherAdministrator] = [signIn("admin"), signIn("admin")];
  beforeEach(() => database.asOwner("delete from contact_submissions"));

  const insertMessage = (id: string = randomUUID()) =>
    calls.as(null, "insert into contact_submissions (id, name, email) values ($1, 'Ana', 'a@b.example')", [
      id,
    ]);
  const totalsQuery = "select unread::int, read::int, spam::int from inbox_totals";
  const countQuery = `select count(*) filter (where not spam and not read)::int as unread,
    count(*) filter (where not spam and read)::int as read, count(*) filter (where spam)::int as spam
    from contact_submissions`;
  const expectAgreement = async () => {
    expect(await database.asOwner(totalsQuery)).toEqual(await database.asOwner(countQuery));
    await expectAgreementOfBlocks();
  };
  const getRevision = async () => (await database.asOwner("select revision from inbox_totals"))[0]?.revision;

  const statements = [
    "update contact_submissions set read = true where id = any($1)",
    "update contact_submissions set read = false where id = any($1)",
    "update contact_submissions set spam = not spam where id = any($1)",
    "delete from contact_submissions where id = any($1)",
  ];

  test("match a count after any sequence of changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(5), fc.array(fc.nat(9), { maxLength: 6 })), { maxLength: 12 }),
        async (steps) => {
          const ids = Array.from({ length: 10 }, () => randomUUID());
          for (const [kind, picked] of steps) {
            const pickedIds = [...new Set(picked)].map((index) => ids[index]);
            const statement = statements[kind];
            if (statement) await calls.as(administrator, statement, [pickedIds]);
            else for (const id of pickedIds) await insertMessage(id).catch(() => {});
          }
          await expectAgreement();
        },
      ),
      { numRuns: process.env.INPUTS ? 100 : 10, seed: 3 },
    );
  });

  /** The kept numbers of blocks of days, and the numbers of the messages in these blocks. */
  const blockQueries = [
    [
      "select * from inbox_counts",
      `select size as days, block_start(day, size) as starts_on, properties, spam, read, count(*)::int as count
       from messages group by 1, 2, 3, 4, 5`,
    ],
    [
      "select * from inbox_sources",
      `select size as days, block_start(day, size) as starts_on, coalesce(source, 'none') as source, count(*)::int as count
       from messages where not spam group by 1, 2, 3`,
    ],
    [
      "select * from inbox_answer_times",
      `select size as days, block_start(day, size) as starts_on, coalesce(service_type, 'none') as service,
         coalesce(source, 'none') as source, rounded_waiting_time(first_answer_at - created_at) as seconds,
         answered_within_hour as within_hour, count(*)::int as count
       from messages where not spam and first_answer_at is not null group by 1, 2, 3, 4, 5, 6`,
    ],
  ] as const;
  const messagesQuery = `messages as (
    select *, (created_at at time zone '${timeZone}')::date as day
    from contact_submissions, unnest(array[1, 8, 64, 512, 4096]) size)`;
  const expectAgreementOfBlocks = async () => {
    for (const [keptQuery, rowsQuery] of blockQueries) {
      const differences = `with ${messagesQuery}, kept as (${keptQuery}), counted as (${rowsQuery})
        (select 'kept' as side, * from (select * from kept except select * from counted) only_kept)
        union all (select 'counted', * from (select * from counted except select * from kept) only_counted)`;
      expect(await database.asOwner(differences)).toEqual([]);
    }
  };

  const changesOfOperators = [
    "update contact_submissions set created_at = created_at - interval '40 days' where id = any($1)",
    "update contact_submissions set service_type = 'cctv', source = null, meeting_day = null where id = any($1)",
    "update contact_submissions set first_answer_at = created_at + interval '3 hours' where id = any($1)",
    "update contact_submissions set answered_within_hour = not answered_within_hour where id = any($1)",
    "truncate contact_submissions cascade",
  ];
  const inserted = fc.record({
    service_type: fc.option(fc.constantFrom("cctv", "reputation", "seo-consulting")),
    source: fc.option(fc.constantFrom("other", "advertising")),
    language: fc.constantFrom(...languages),
    meeting_day: fc.option(fc.constant("2026-05-08")),
    spam: fc.boolean(),
    read: fc.boolean(),
    hours_ago: fc.oneof(fc.nat(72), fc.nat(24 * 400), fc.nat(24 * 3_000)),
    waited: fc.option(fc.oneof(fc.nat(100), fc.nat(4_000), fc.nat(400_000))),
  });
  const insertMessages = (rows: Row[]) =>
    database.asOwner(
      `insert into contact_submissions
         (id, name, email, service_type, source, language, meeting_day, spam, read, created_at, first_answer_at,
          answered_within_hour)
       select id, 'Ana', 'a@b.example', service_type, source, language, meeting_day, spam, read,
         created_at, created_at + waited * interval '1 second', coalesce(waited % 2 = 0, false)
       from json_to_recordset($1) as row (id uuid, service_type text, source text, language text, meeting_day date,
         spam boolean, read boolean, hours_ago integer, waited integer),
         lateral (select date_trunc('milliseconds', now() - hours_ago * interval '1 hour') as created_at) moment
       on conflict do nothing`,
      [JSON.stringify(rows)],
    );

  test("match a count by day, properties, source and time to the answer after any sequence of changes", async () => {
    const step = fc.tuple(
      fc.oneof({ weight: 12, arbitrary: fc.nat(7) }, { weight: 1, arbitrary: fc.constant(8) }),
      fc.array(fc.nat(19), { maxLength: 8 }),
      inserted,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(inserted, { minLength: 12 }),
        fc.array(step, { maxLength: 12 }),
        async (first, steps) => {
          await database.asOwner("delete from contact_submissions");
          const ids = Array.from({ length: 20 }, () => randomUUID());
          await insertMessages(first.slice(0, 12).map((message, index) => ({ ...message, id: ids[index] })));
          for (const [kind, picked, message] of steps) {
            const pickedIds = picked.map((index) => ids[index]);
            const statement = statements[kind];
            const change = changesOfOperators[kind - statements.length];
            await insertMessages(pickedIds.map((id) => ({ ...message, id })));
            if (statement) await calls.as(administrator, statement, [pickedIds]);
            else if (change) await database.asOwner(change, kind === 8 ? [] : [pickedIds]);
          }
          await expectAgreementOfBlocks();
        },
      ),
      { numRuns: process.env.INPUTS ? 100 : 10, seed: 5 },
    );
  });

  const authorized = nameResults(
    async (queries) =>
      new Map(
        await Promise.all(
          queries.map(
            async (query) => [query, await calls.as(administrator, query.text, query.values)] as const,
          ),
        ),
      ),
  );

  test("add up to the counts and the statistics of any period", async () => {
    await database.asOwner("insert into opening_hours values (1, '08:00', '17:00')");
    const rows = fc.sample(inserted, { numRuns: 400, seed: 9 });
    await insertMessages(rows.map((row) => ({ ...row, id: randomUUID() })));
    const day = fc.option(
      fc.nat(3_000).map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)),
      { nil: undefined },
    );
    const narrowing = fc.record(
      {
        ...Object.fromEntries(
          propertyNames.map((name) => [name, fc.constantFrom<string>(...propertyFilters[name])]),
        ),
        from: day,
        to: day,
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Narrowing>;
    await fc.assert(
      fc.asyncProperty(narrowing, async (criteria) => {
        const { from = null, to = null, ...properties } = criteria;
        const { counts } = await countSubmissions(authorized, { q: "", ...criteria });
        const [expectedCounts] = await database.asOwner(
          `select * from (${countQuery} where properties::jsonb @> $1
             and company_day(created_at) between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')) counted`,
          [JSON.stringify(properties), from, to],
        );
        const { all, ...folders } = counts;
        expect(folders).toEqual(expectedCounts);
        expect(all).toBe(folders.unread + folders.read);
      }),
      { numRuns: process.env.INPUTS ? 480 : 50, seed: 17 },
    );

    for (const days of [1, 2, 7, 8, 9, 30, 63, 64, 65, 90, 365, 366]) {
      const recent = `from contact_submissions where not spam and company_day(created_at) > company_day(now()) - ${days}`;
      const count = async (column: string, name: string) =>
        database.asOwner(
          `select ${column} as ${name}, count(*)::int as count ${recent} group by ${column} order by count desc, ${column}`,
        );
      const stats: SubmissionStats = await getStats(authorized, days);
      expect(stats.by_service).toEqual(await count("service_type", "service_type"));
      expect(stats.by_source).toEqual(await count("source", "source"));
      expect(stats.by_day).toHaveLength(days);
      expect(stats.by_day.filter((row) => row.count > 0)).toEqual(
        (await count("company_day(created_at)::text", "day")).toSorted((a, b) =>
          String(a.day).localeCompare(String(b.day)),
        ),
      );
      const waited = "rounded_waiting_time(first_answer_at - created_at)";
      const figures = `percentile_cont(0.5) within group (order by ${waited}) as median_seconds_to_first_answer,
        percentile_disc(0.9) within group (order by ${waited}) as p90_seconds_to_first_answer,
        (count(*) filter (where answered_within_hour) / nullif(count(first_answer_at), 0)::numeric)::float
          as share_answered_within_hour`;
      const [all] = await database.asOwner(`select ${figures} ${recent}`);
      expect(stats).toMatchObject(all as Row);
      const groupFigures = (column: string) =>
        database.asOwner(
          `select ${column}, count(*)::int as count, ${figures} ${recent} and first_answer_at is not null
           group by ${column} order by count desc, ${column}`,
        );
      expect(stats.answers_by_service).toEqual(await groupFigures("service_type"));
      expect(stats.answers_by_source).toEqual(await groupFigures("source"));
      const [unanswered] = await database.asOwner(
        "select count(*)::int as unanswered, min(created_at)::text as oldest from contact_submissions where not spam and state = 'unanswered'",
      );
      expect(stats.unanswered).toBe(unanswered?.unanswered);
      expect(stats.oldest_unanswered_at).toBe(new Date(String(unanswered?.oldest)).toISOString());
    }
  });

  test("match a count after many concurrent changes, without a deadlock", async () => {
    const ids = Array.from({ length: 60 }, () => randomUUID());
    await Promise.all(ids.map((id) => insertMessage(id)));
    const lockFirst = (change: string) =>
      `with chosen as (select id from contact_submissions where id = any($1) order by id for update) ${change}`;
    const changes = Array.from({ length: 60 }, (_, index) => {
      const pickedIds = ids.toSorted(() => (index % 2 ? 1 : -1)).slice(index % 7, 40 + (index % 5));
      if (index % 3 === 0) return insertMessage();
      if (index % 10 === 7) {
        return calls.as(
          index % 2 ? otherAdministrator : administrator,
          lockFirst("delete from contact_submissions where id in (select id from chosen)"),
          [pickedIds.slice(0, 3)],
        );
      }
      return calls.as(
        index % 2 ? otherAdministrator : administrator,
        lockFirst("update contact_submissions set read = $2 where id in (select id from chosen)"),
        [pickedIds, index % 4 === 0],
      );
    });
    expect((await Promise.allSettled(changes)).filter(({ status }) => status === "rejected")).toEqual([]);
    await expectAgreement();
  });

  test("change their revision with every change of a message, and only then", async () => {
    const id = randomUUID();
    let last = await getRevision();
    const changesRevision = async (change: Promise<unknown>) => {
      await change;
      const now = await getRevision();
      const moved = now !== last;
      last = now;
      return moved;
    };
    expect(await changesRevision(insertMessage(id))).toBe(true);
    expect(await changesRevision(calls.as(administrator, statements[0] as string, [[id]]))).toBe(true);
    expect(await changesRevision(calls.as(administrator, statements[0] as string, [[id]]))).toBe(false);
    expect(await changesRevision(calls.as(administrator, statements[0] as string, [[]]))).toBe(false);
    expect(await changesRevision(calls.as(administrator, statements[2] as string, [[id]]))).toBe(true);
    expect(await changesRevision(calls.as(administrator, statements[3] as string, [[id]]))).toBe(true);
    expect(await changesRevision(database.asOwner("truncate contact_submissions cascade"))).toBe(true);
    await expectAgreement();
  });

  test("a message keeps the time of its first read", async () => {
    const id = randomUUID();
    await insertMessage(id);
    const getFirstReadAt = async () =>
      (await database.asOwner("select first_read_at from contact_submissions where id = $1", [id]))[0]
        ?.first_read_at;
    expect(await getFirstReadAt()).toBeNull();
    await calls.as(administrator, statements[0] as string, [[id]]);
    const firstReadAt = await getFirstReadAt();
    expect(firstReadAt).toBeInstanceOf(Date);
    await calls.as(administrator, statements[1] as string, [[id]]);
    await calls.as(administrator, statements[0] as string, [[id]]);
    expect(await getFirstReadAt()).toEqual(firstReadAt);
  });
});
