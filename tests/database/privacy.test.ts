import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Language, languages } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import {
  type AttemptLimit,
  limitCodesFrom,
  limitCodesOf,
  limitEmailChangesOf,
  limitMailsTo,
  limitPasswordsFrom,
  limitPasswordsOf,
  limitSignInChangesOf,
  limitSignUpsFrom,
} from "#functions/accounts/limits/attempts.ts";
import type { ContactField, FieldColumn } from "#functions/contract/contact.ts";
import { toNetwork } from "#functions/kernel/http/network.ts";
import { workerVariables } from "#functions/variables.ts";
import { retentionDays } from "#local/backup/names.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

/** Returns all text of the privacy page in a language. */
function readPage(language: Language): string {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === language && typeof child === "string") texts.push(child);
      else collect(child);
    }
  };
  collect(readSeed().find(({ _id }) => _id === "privacy"));
  return texts.join("\n");
}

/** Returns the periods of a table's retention rule, such as `24 months`. */
async function findPeriods(table: string): Promise<string[]> {
  const [{ rule } = {}] = await database.asOwner(
    "select past_its_time as rule from retention_rules where expiring_table = $1",
    [table],
  );
  return [...new Set([...String(rule).matchAll(/interval '(\d+ \w+)'/g)].map(([, period = ""]) => period))];
}

const toSpanish = (period: string) =>
  period.replace("months", "meses").replace("days", "días").replace("hour", "hora");

describe("the privacy page states what the purge does", () => {
  test.each(["contact_submissions", "account_events", "sessions", "accounts"])("%s", async (table) => {
    const [period = "", ...otherPeriods] = await findPeriods(table);
    expect(otherPeriods).toEqual([]);
    expect(readPage("en")).toContain(period);
    expect(readPage("es")).toContain(toSpanish(period));
  });

  test.each(["SESSION_IDLE_DAYS", "SESSION_ABSOLUTE_DAYS"] as const)(
    "a session ends after the days that the page states (%s)",
    (name) => {
      const days = workerVariables[name].default;
      for (const language of languages) expect(readPage(language)).toMatch(new RegExp(`\\b${days}\\b`));
    },
  );

  test("erased data is gone from all backups after the days that the page states", () => {
    expect(readPage("es")).toMatch(new RegExp(`copias de seguridad cifradas: .* ${retentionDays} días`));
    expect(readPage("en")).toMatch(new RegExp(`encrypted backups .*: .* ${retentionDays} days`));
  });

  test("attempts are counted for about an hour, and wrong codes, changes and mails for a day", async () => {
    const network = toNetwork("203.0.113.7");
    const hourly = await Promise.all([
      limitPasswordsOf("x"),
      limitMailsTo("x", "recovery"),
      limitEmailChangesOf("x"),
    ]).then((limits) => limits.flat().filter((limit) => !("most" in limit)));
    const daily = [
      ...(await limitMailsTo("x", "recovery")).filter((limit) => "most" in limit),
      await limitSignInChangesOf("x"),
      await limitCodesOf("x"),
    ];
    const shared = await Promise.all([
      limitPasswordsFrom(network),
      limitCodesFrom(network),
      limitSignUpsFrom(network),
    ]);
    const listSeconds = (limits: AttemptLimit[]) =>
      new Set(limits.map((limit) => ("most" in limit ? limit.seconds : limit.quiet)));
    expect(listSeconds([...hourly, ...shared.flat()])).toEqual(new Set([3_600]));
    expect(listSeconds(daily)).toEqual(new Set([86_400]));
    expect(readPage("es")).toMatch(
      /una hora, .*intentos.*; los códigos incorrectos, los cambios y los correos, un día/,
    );
    expect(readPage("en")).toMatch(
      /an hour, .*attempts.*for a day, how many wrong codes, changes and emails/,
    );
  });
});

/** The words by which the privacy page mentions each column of messages; null for a column without personal data. */
const mentionedColumns: Record<FieldColumn<ContactField>, Record<Language, string>> &
  Record<string, Record<Language, string> | null> = {
  id: null,
  name: { es: "nombre", en: "name" },
  email: { es: "correo", en: "email" },
  phone: { es: "teléfono", en: "phone" },
  company: { es: "empresa", en: "company" },
  service_type: { es: "servicio", en: "service" },
  source: { es: "cómo supiste de nosotros", en: "how you heard about us" },
  plan: { es: "plan", en: "plan" },
  meeting_day: { es: "día para reunirte", en: "meeting day" },
  meeting_part: { es: "día para reunirte", en: "meeting day" },
  message: { es: "tu mensaje", en: "your message" },
  language: { es: "idioma del sitio", en: "site’s language" },
  read: null,
  spam: null,
  properties: null,
  doubts: { es: "por qué podría ser spam", en: "why it might be spam" },
  created_at: { es: "fecha y hora", en: "date and time" },
  first_read_at: { es: "cuándo lo leímos", en: "when we read" },
  acknowledgement: { es: "si nuestros correos llegaron", en: "if our emails reached you" },
  state: null,
  assignee: null,
  revision: null,
  first_answer_at: { es: "respondimos", en: "answered it" },
  first_answer_by: null,
  answered_within_hour: null,
  last_entry_at: { es: "nuestra conversación", en: "our conversation" },
};

test.each(languages)("the privacy page mentions every column with personal data (%s)", (language) => {
  const page = readPage(language);
  for (const [column, mention] of Object.entries(mentionedColumns)) {
    if (mention)
      expect(page, `mention ${column} in cms/seed/pages/privacy.json`).toContain(mention[language]);
  }
});

test("every column of messages is classified as mentioned on the page or not", async () => {
  const rows = await database.asOwner(
    "select column_name from information_schema.columns where table_schema = 'public' and table_name = 'contact_submissions'",
  );
  expect(rows.map(({ column_name }) => column_name).toSorted()).toEqual(
    Object.keys(mentionedColumns).toSorted(),
  );
});
