// `npm run bench -- inbox` measures the inbox's calls with a thousand, a hundred thousand and a million messages,
// through the built bundle. It prints medians in milliseconds on the PostgreSQL server of LOCAL_POSTGRES_URL, and their
// ratios to those of a thousand messages.
import { neon } from "@neondatabase/serverless";
import { findEndpointsByPort, type Row } from "../support/database.ts";
import { type Edge, startEdge, visitorTimeout } from "../support/edge.ts";
import { createRandom } from "../support/random.ts";
import { bearer } from "../support/requests.ts";
import { measureMedian } from "./figures.ts";

const sizes = [1_000, 100_000, 1_000_000];
const seededAtOnce = 50_000;

const syllables = "ba co di fe gu la mi no pe ra si to vu ción mente tra pres s á ño é r n que do es".split(
  " ",
);

/** Returns sentences of invented Spanish words, whose frequencies are as uneven as those of real words. */
function makeSentences(count: number): string[] {
  const random = createRandom(1);
  const pick = <T>(items: T[], evenness: number) =>
    items[Math.floor(items.length * random() ** evenness)] as T;
  const vocabulary = Array.from({ length: 5_000 }, (_, rank) =>
    Array.from({ length: 1 + Math.floor(random() * (rank < 60 ? 2 : 4)) }, () => pick(syllables, 1)).join(""),
  );
  return Array.from({ length: count }, () => Array.from({ length: 12 }, () => pick(vocabulary, 3)).join(" "));
}

// The number of a message decides its content, so that every size has the same share of each kind. Number 0 is the
// newest message; the messages are 200 seconds apart.
const seed = `
  insert into contact_submissions (id, name, email, company, phone, message, service_type, language, read, spam, created_at)
  select gen_random_uuid(), 'Persona ' || n, 'persona' || n % 50000 || '@cliente.example',
    'Constructora Heredia ' || n % 1000, '+506 6' || lpad((n * 7919 % 10000000)::text, 7, '0'),
    a.sentence || '. ' || b.sentence || ', ' || c.sentence
      || case when n % 10 = 3 then ' presupuesto' when n % 10 = 4 then ' urgente' else '' end
      || case when n = 900 then ' ornitorrinco' else '' end,
    (array['reputation', 'cctv', 'web-development', null])[1 + n % 4], 'es',
    n % 10 <> 0, n % 97 = 0, date_trunc('milliseconds', $1::timestamptz) - n * interval '200 seconds'
  from generate_series($2::bigint, $3::bigint - 1) n
    join bench_sentences a on a.number = 1 + n * 7919 % 20000
    join bench_sentences b on b.number = 1 + n * 104729 / 3 % 20000
    join bench_sentences c on c.number = 1 + n * 1299709 / 7 % 20000`;

/** Returns a function that runs a statement as the owner, without a timeout. */
const createOwnerQuery = (edge: Edge) => {
  const owner = neon(edge.database.ownerUrl);
  return (text: string, values: unknown[] = []) => owner.query(text, values) as Promise<Row[]>;
};

async function grow(edge: Edge, now: string, from: number, to: number): Promise<void> {
  const asOwner = createOwnerQuery(edge);
  // Row by row, the index would take most of an hour. Building it afterwards gives the same index.
  const [index] = await asOwner("select pg_get_indexdef('submission_texts_search'::regclass) as definition");
  await asOwner("drop index submission_texts_search");
  for (let start = from; start < to; start += seededAtOnce) {
    await asOwner(seed, [now, start, Math.min(start + seededAtOnce, to)]);
  }
  await asOwner(index?.definition as string);
  await asOwner("vacuum analyze contact_submissions");
  await asOwner("vacuum analyze submission_texts");
}

const calls = {
  "first page": "",
  "first page of a service, 1 of 4": "?service=cctv",
  counts: "/counts",
  "statistics of 30 days": "/stats",
  "search: in 1 of 10": "?q=presupuesto",
  "search: in one message": "?q=ornitorrinco",
  "search: in none": "?q=noexiste",
  "search: two words, each in 1 of 10, never both": "?q=presupuesto%20urgente",
  "search: one letter": "?q=p",
};

/** Returns the median time of each call by its name. */
async function measure(edge: Edge): Promise<Record<string, number>> {
  const headers = bearer(await edge.signIn());
  const figures: Record<string, number> = {};
  for (const [name, query] of Object.entries(calls)) {
    figures[name] = await measureMedian(() => edge.fetch(`/api/submissions${query}`, { headers }));
  }
  return figures;
}

const edge = await startEdge(visitorTimeout);
findEndpointsByPort();
try {
  const asOwner = createOwnerQuery(edge);
  await asOwner("create table bench_sentences (number bigint primary key, sentence text)");
  await asOwner(
    "insert into bench_sentences select place, said from unnest($1::text[]) with ordinality as made (said, place)",
    [makeSentences(20_000)],
  );
  const now = new Date().toISOString();
  const table: Record<string, Record<string, string>> = {};
  let smallestFigures: Record<string, number> | undefined;
  let size = 0;
  for (const next of sizes) {
    await grow(edge, now, size, next);
    size = next;
    const figures = await measure(edge);
    smallestFigures ??= figures;
    for (const [name, ms] of Object.entries(figures)) {
      const ratio = ms / (smallestFigures[name] ?? Number.NaN);
      table[name] = {
        ...table[name],
        [size.toLocaleString("en")]: `${ms} (${ratio.toFixed(1)}×)`,
      };
    }
  }
  console.table(table);
} finally {
  await edge.close();
}
