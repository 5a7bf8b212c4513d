import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languages } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { readEnvironment } from "#functions/env.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";
import { signingKey } from "../support/signing-key.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

type Texts = Record<"es" | "en", string>;
type Item = { title: Texts; text: Texts };
type Section = { anchor?: string; items: Item[]; text: Texts };
const page = readSeed().find(({ _id }) => _id === "privacy");
const sections = page?.sections as unknown as Section[];
const itemsOf = (anchor: string) => sections.find((section) => section.anchor === anchor)?.items ?? [];

/** How long rows of a table stay, as the purge has it: `24 months` from the moment that its column tells. */
async function kept(table: string): Promise<string[]> {
  const [{ source } = {}] = await database.asOwner(
    "select prosrc as source from pg_proc where proname = 'purge_expired'",
  );
  const [, statement = ""] = new RegExp(`delete from ${table}\\b([\\s\\S]*?);`).exec(String(source)) ?? [];
  return [...statement.matchAll(/interval '(\d+ \w+)'/g)].map(([, period = ""]) => period);
}

const inSpanish = (period: string) =>
  period.replace("months", "meses").replace("days", "días").replace("hour", "hora");

describe("the privacy page promises what the purge does", () => {
  test.each([
    ["contact_submissions", /mensajes/, /messages/],
    ["account_events", /registro de seguridad/, /security record/],
    ["sessions", /sesión/, /session/],
    ["accounts", /nunca confirmaste/, /never confirmed/],
  ])("%s", async (table, spanish, english) => {
    const [period = "", ...more] = await kept(table);
    expect(more).toEqual([]);
    const promise = itemsOf("por-cuanto-tiempo").find(({ title }) => title.en === period);
    expect(promise, `nothing is promised for ${period}`).toBeDefined();
    expect(promise?.title.es).toBe(inSpanish(period));
    expect(promise?.text.es).toMatch(spanish);
    expect(promise?.text.en).toMatch(english);
  });

  test("a session ends when the edge ends it", async () => {
    const { SESSION_IDLE_DAYS: idle, SESSION_ABSOLUTE_DAYS: whole } = await defaults();
    const promise = itemsOf("por-cuanto-tiempo").find(({ text }) => /session/.test(text.en));
    expect(promise?.text.es).toContain(`a los ${idle} días sin usarla o a los ${whole} de abrirla`);
    expect(promise?.text.en).toContain(`after ${idle} days without use, or ${whole} days after it began`);
  });

  test("attempts are counted for about an hour", async () => {
    expect(await kept("attempt_limits")).toEqual(["1 hour"]);
    const text = itemsOf("que-guardamos").map((item) => item.text);
    expect(
      text.filter(({ es, en }) => /cerca de una hora/.test(es) && /about an hour/.test(en)),
    ).toHaveLength(1);
  });
});

/** By table and column: the words that tell of it in each language; null where the row says nothing of a person. */
const told: Record<string, Record<string, Texts | null>> = {
  contact_submissions: {
    id: null,
    name: { es: "Tu nombre", en: "Your name" },
    email: { es: "tu correo", en: "and email" },
    phone: { es: "tu teléfono", en: "your phone" },
    company: { es: "tu empresa", en: "your company" },
    service_type: { es: "el servicio que te interesa", en: "the service you are interested in" },
    source: { es: "cómo nos conociste", en: "how you heard of us" },
    message: { es: "tu mensaje", en: "your message" },
    language: { es: "el idioma del sitio", en: "the language of the site" },
    read: null,
    spam: null,
    created_at: { es: "la fecha y hora del envío", en: "the date and time" },
    first_read_at: { es: "cuándo lo leímos por primera vez", en: "when we first read it" },
  },
  accounts: {
    id: null,
    email: { es: "Tu correo", en: "Your email" },
    password_hash: { es: "una huella de tu contraseña", en: "a fingerprint of your password" },
    email_confirmed_at: null,
    last_sign_in_at: { es: "cuándo empezó", en: "when and how you signed in" },
    language: { es: "el idioma del sitio", en: "the language of the site" },
    user_metadata: { es: "los datos que agregues a tu perfil", en: "anything you add to your profile" },
    created_at: null,
    updated_at: null,
  },
  sessions: {
    id: null,
    account_id: null,
    user_agent: { es: "el navegador", en: "the browser" },
    method: { es: "cómo entraste", en: "how you signed in" },
    city: { es: "la ciudad", en: "the city" },
    country: { es: "el país", en: "the country" },
    recovery_until: null,
    created_at: { es: "cuándo empezó", en: "when and how you signed in" },
    last_used_at: { es: "cuándo se usó por última vez", en: "when it was last used" },
    ended_at: null,
  },
  account_events: {
    id: null,
    account_id: { es: "Un registro de seguridad", en: "A security record" },
    kind: { es: "entradas, intentos fallidos y cambios", en: "sign-ins, failed attempts and changes" },
    session_id: null,
    client_address: { es: "la dirección de red recortada", en: "a shortened network address" },
    user_agent: { es: "el navegador", en: "the browser" },
    detail: null,
    created_at: { es: "con la fecha", en: "with the date" },
  },
};

test.each(Object.entries(told))("the privacy page tells of every column of %s", async (table, columns) => {
  const rows = await database.asOwner(
    "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  );
  expect(rows.map(({ column_name }) => column_name).toSorted()).toEqual(Object.keys(columns).toSorted());
  for (const language of languages) {
    const text = itemsOf("que-guardamos")
      .map((item) => item.text[language])
      .join(" ");
    for (const [column, words] of Object.entries(columns)) {
      if (words) expect(text, `${table}.${column}`).toContain(words[language]);
    }
  }
});

async function defaults() {
  return readEnvironment({
    DATABASE_URL: "postgres://edge:x@db.example/site",
    SANITY_PROJECT_ID: "vitrina0",
    SANITY_DATASET: "production",
    AUTH_KEYS: JSON.stringify({ keys: [await signingKey("one")] }),
    MAIL_API_URL: "https://mail.example/send",
    MAIL_API_KEY: "key",
    MAIL_FROM: "Site <site@guaria.example>",
    CONTACT_NOTIFY_TO: "hola@guaria.example",
    SITE_ORIGIN: "https://guaria.example",
  });
}
