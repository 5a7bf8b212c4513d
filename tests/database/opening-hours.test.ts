import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

describeOnOneEngine("an answer within a business hour", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const administrator = signIn("admin");

  const setHours = (...days: [weekday: number, opens: string, closes: string][]) =>
    calls.as(
      { service: "content" },
      `insert into opening_hours
       select (day ->> 0)::int, (day ->> 1)::time, (day ->> 2)::time from jsonb_array_elements($1::jsonb) day`,
      [JSON.stringify(days)],
    );
  const workdays = ([1, 2, 3, 4, 5] as const).map((weekday): [number, string, string] => [
    weekday,
    "08:00",
    "17:00",
  ]);
  beforeEach(() => database.asOwner("delete from opening_hours"));

  // 27 November 2026 is a Friday.
  test.each([
    ["within the hour", "2026-11-27 16:30", "2026-11-27 17:10", true],
    ["after the week-end, in which no hour counts", "2026-11-27 16:30", "2026-11-30 08:30", true],
    ["a minute too late after the week-end", "2026-11-27 16:30", "2026-11-30 08:31", false],
    ["on a closed day", "2026-11-29 10:00", "2026-11-29 10:05", true],
    ["in the first hour after a closed day", "2026-11-29 10:00", "2026-11-30 09:00", true],
    ["a second too late", "2026-11-27 10:00", "2026-11-27 11:00:01", false],
    ["before the company opens", "2026-11-27 06:00", "2026-11-27 07:59", true],
    ["at the end of the first day", "2026-11-27 06:00", "2026-11-27 17:00", false],
    ["a year later", "2026-11-27 10:00", "2027-11-27 10:00", false],
  ])("is recognized: %s", async (_name, arrived, answered, isWithinHour) => {
    await setHours(...workdays);
    const rows = await database.asOwner(
      "select is_within_business_hour($1::timestamp at time zone 'America/Costa_Rica', $2::timestamp at time zone 'America/Costa_Rica') as is_within",
      [arrived, answered],
    );
    expect(rows).toEqual([{ is_within: isWithinHour }]);
  });

  test("is not recognized without opening hours", async () => {
    expect(await database.asOwner("select is_within_business_hour(now(), now()) as is_within")).toEqual([
      { is_within: false },
    ]);
  });

  test("counts from the first answer, and no longer once that is taken back", async () => {
    await setHours(...[1, 2, 3, 4, 5, 6, 7].map((day): [number, string, string] => [day, "00:00", "23:59"]));
    const id = randomUUID();
    await calls.as(
      null,
      "insert into contact_submissions (id, name, email) values ($1, 'Ana', 'a@b.example')",
      [id],
    );
    const isCounted = async () =>
      (await database.asOwner("select answered_within_hour from contact_submissions where id = $1", [id]))[0]
        ?.answered_within_hour;
    expect(await isCounted()).toBe(false);
    await calls.as(
      administrator,
      `insert into conversation_entries (submission_id, kind, event, author, language)
       values ($1, 'event', 'answered_by_telephone', $2, 'es')`,
      [id, administrator.sub],
    );
    expect(await isCounted()).toBe(true);
    await database.asOwner("delete from conversation_entries");
    expect(await isCounted()).toBe(false);
  });
});
