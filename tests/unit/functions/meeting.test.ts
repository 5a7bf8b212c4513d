import * as v from "valibot";
import { afterEach, describe, expect, test, vi } from "vitest";
import { waitingMessage } from "#functions/contact/store.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { findDayProblem, getOfferedDays, toCompanyDay } from "#functions/contract/meeting.ts";
import { toIdRange, toReference } from "#functions/contract/reference.ts";
import { describeWishes } from "#functions/contract/submission.ts";
import { toFieldErrors } from "#functions/kernel/http/body.ts";

afterEach(() => vi.useRealTimers());

test.each([
  ["2026-11-24T05:59:59Z", "2026-11-23"],
  ["2026-11-24T06:00:00Z", "2026-11-24"],
  ["2027-01-01T03:00:00Z", "2026-12-31"],
])("at %s it is %s where the company is", (moment, day) => {
  expect(toCompanyDay(new Date(moment))).toBe(day);
});

test.each([
  ["a Monday", "2026-11-23", "2026-11-24"],
  ["a Thursday", "2026-11-26", "2026-11-27"],
  ["a Friday", "2026-11-27", "2026-11-30"],
  ["a Saturday", "2026-11-28", "2026-11-30"],
  ["the last Thursday of a year", "2026-12-31", "2027-01-01"],
])("on %s the first meeting day is the next working day", (_, today, first) => {
  expect(getOfferedDays(today)).toMatchObject({ first });
  expect(findDayProblem(first, today)).toBeNull();
});

const noWishes = { plan: null, meeting_day: null, meeting_part: null };
const meetingDay = { ...noWishes, meeting_day: "2026-12-02" };
test.each([
  [
    { ...meetingDay, meeting_part: "morning" },
    "Reunión: miércoles 2 dic, mañana",
    "Meeting: Wednesday, Dec 2, morning",
  ],
  [meetingDay, "Reunión: miércoles 2 dic", "Meeting: Wednesday, Dec 2"],
  [{ ...noWishes, meeting_part: "morning" }, "Reunión: por la mañana", "Meeting: in the morning"],
  [{ ...noWishes, plan: "TI Básico" }, "Plan: TI Básico", "Plan: TI Básico"],
  [
    { ...meetingDay, meeting_part: "afternoon", plan: "\u05d0" },
    "Reunión: miércoles 2 dic, tarde · Plan: \u2068\u05d0\u2069",
    "Meeting: Wednesday, Dec 2, afternoon · Plan: \u2068\u05d0\u2069",
  ],
  [noWishes, null, null],
] as const)("the wishes of a message are its first line: %o", (wishes, spanish, english) => {
  expect([describeWishes(wishes, "es"), describeWishes(wishes, "en")]).toEqual([spanish, english]);
});

describe("a day for a meeting", () => {
  test.each([
    ["2026-11-23", null],
    ["2026-11-22", "day_past"],
    ["2020-02-29", "day_past"],
    ["2026-11-28", "day_on_weekend"],
    ["2026-11-29", "day_on_weekend"],
    ["2027-02-19", null],
    ["2027-02-22", "day_too_far"],
    ["9999-12-31", "day_too_far"],
    ["2026-11-31", "invalid_day"],
    ["2026-13-01", "invalid_day"],
    ["24/11/2026", "invalid_day"],
    ["2026-11-24T10:00", "invalid_day"],
    ["mañana", "invalid_day"],
    [7, "invalid_type"],
  ])("%s, requested on Monday, November 23: %s", (day, code) => {
    vi.useFakeTimers({ now: new Date("2026-11-23T18:00:00Z") });
    const result = v.safeParse(contactInput, { name: "Ana", email: "ana@b.example", meeting_day: day });
    expect(result.success ? [] : toFieldErrors(result.issues)).toEqual(
      code ? [{ field: "meeting_day", code }] : [],
    );
  });

  test("does not reject a waiting message that was accepted in time", () => {
    const [id, key] = ["0b7e7a5c-6f0e-4c5e-9d0f-3f6b1c2d4e5f", "0b7e7a5c-6f0e-4c5e-9d0f-3f6b1c2d4e60"];
    const message = {
      name: "Ana",
      email: "ana@b.example",
      language: "es",
      meeting_day: "2020-01-06",
      meeting_part: "morning",
    };
    const waiting = v.parse(waitingMessage, { id, key, bodyHash: "0".repeat(64), message });
    expect(waiting.message).toMatchObject(message);
  });
});

test("finds the message of a reference in any notation", () => {
  const id = "3f2a91bc-52f7-4c0b-9d52-0d6c1b0a7a11";
  expect(toReference(id)).toBe("3F2A-91BC");
  for (const typedReference of [
    ...["3F2A-91BC", "3f2a-91bc", "3F2A91BC", "3f2a 91bc", "Ref. 3F2A-91BC", "#3F2A-91BC", "ref: #3f2a91bc"],
    ...["Referencia 3F2A-91BC", "Reference: 3F2A\u201391BC", "N.º 3F2A-91BC", "(3F2A-91BC)", " 3F2A-91BC. "],
    ...[
      "3F2A - 91BC",
      "3F2A\u221291BC",
      "3F2A\u00ad-91BC",
      '"3F2A-91BC"',
      "«3F2A-91BC»",
      "`3F2A-91BC`",
      "３Ｆ２Ａ－９１ＢＣ",
    ],
    ...["Ref.: 3F2A-91BC.", "nro. 3F2A-91BC", "Nro 3F2A91BC", "Nº 3F2A91BC", "№ 3f2a91bc", "núm. 3F2A 91BC"],
    ...["Número de referencia: 3F2A-91BC", "Número de referencia: 3F2A91BC", "Reference number: 3F2A-91BC"],
    ...[
      "Reference number 3f2a91bc",
      "Nuevo mensaje de Ana · 3F2A-91BC",
      "Re: Su consulta 3F2A-91BC, gracias",
    ],
    ...[
      "Tu referencia es 3F2A-91BC",
      "Tu referencia es 3F2A91BC.",
      "Your reference is 3f2a91bc",
      "Prefer 3F2A-91BC",
    ],
  ]) {
    const { first = "", last = "" } = toIdRange(typedReference) ?? {};
    expect(first <= id && id <= last).toBe(true);
  }
  for (const invalidReference of [
    "3F2A-91B",
    "3F2A-91BCD",
    "3F2A-91BG",
    "3F2A--91BC",
    "",
    "ana",
    "ref",
    "#",
    "Prefer 3F2A91BC",
    "Casa 3F2A91BC",
    "teléfono 22222222",
    "3f2a91bc-52f7-4c0b-9d52-0d6c1b0a7a11",
    "1111-3F2A-91BC-2222",
    "x3F2A-91BC",
  ]) {
    expect(toIdRange(invalidReference)).toBeNull();
  }
});
