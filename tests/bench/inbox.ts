// `npm run bench -- inbox` measures the inbox's calls with a thousand, a hundred thousand and a million messages,
// through the built bundle. It prints p50 and p95 in milliseconds on the PostgreSQL server of LOCAL_POSTGRES_URL, and
// the ratio of each p50 to that of a thousand messages.
import { randomUUID } from "node:crypto";
import { neon } from "@neondatabase/serverless";
import type { Row } from "../support/database.ts";
import { type Edge, startEdge, visitorTimeout } from "../support/edge.ts";
import { bearer, json } from "../support/requests.ts";
import { median, quantile } from "./quantiles.ts";

const sizes = [1_000, 100_000, 1_000_000];
const rounds = 60;
const seededAtOnce = 50_000;

// A stream of numbers in [0, 1) that is the same in every run (linear congruential generator of Numerical Recipes).
function createRandomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const syllables = "ba co di fe gu la mi no pe ra si to vu ción mente tra pres s á ño é r n que do es".split(
  " ",
);

/** Returns sentences of invented Spanish words, whose frequencies are as uneven as those of real words. */
function makeSentences(count: number): string[] {
  const random = createRandomNumbers();
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
    case when n % 7 = 3 then 'Constructora Heredia ' || n % 1000 end,
    case when n = 903 then '+506 8712-3456'
      when n % 4 <> 1 then '+506 6' || lpad((n * 7919 % 1000)::text, 3, '0') || '-' || lpad((n / 3 % 10000)::text, 4, '0') end,
    a.sentence || '. ' || b.sentence || ', ' || c.sentence
      || case when n % 10 = 3 then ' presupuesto' else '' end
      || case when n % 150 = 7 then ' domicilio' else '' end
      || case when n % 10 = 4 then ' urgente' else '' end
      || case when n = 900 then ' ornitorrinco' else '' end
      || case when n % 500 = 9 then ' 100% kz' else '' end,
    (array['reputation', 'cctv', 'web-development', null])[1 + n % 4], case when n % 500 = 20 then 'en' else 'es' end,
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

type Figure = { p50: number; p95: number };

async function measureTimes(call: (round: number) => Promise<Response>): Promise<Figure> {
  const times: number[] = [];
  for (let round = -5; round < rounds; round += 1) {
    const startedAt = performance.now();
    const response = await call(round);
    await response.text();
    if (!response.ok && response.status !== 304) throw new Error(`The edge answered ${response.status}.`);
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return { p50: median(times), p95: quantile(times, 0.95) };
}

/** Returns the first and the last day of the week that ends with a message. */
function listWeekEnds({ created_at }: Row): string[] {
  const end = (created_at as Date).getTime();
  return [end - 6 * 86_400_000, end].map((dayMs) => new Date(dayMs).toISOString().slice(0, 10));
}

async function measure(edge: Edge): Promise<Record<string, Figure>> {
  const headers = bearer(await edge.signIn());
  const get = (path: string, extraHeaders = {}) =>
    edge.fetch(`/api/submissions${path}`, { headers: { ...headers, ...extraHeaders } });
  const search = (q: string) => measureTimes(() => get(`?q=${encodeURIComponent(q)}`));
  const rowsAt = async (share: number, count: number) =>
    createOwnerQuery(edge)(
      `select id, created_at from contact_submissions where not spam
       order by created_at desc, id desc offset (select count(*) * ${share} from contact_submissions)::int limit ${count}`,
    );
  const [middleRow = {}] = await rowsAt(0.5, 1);
  const middleCursor = Buffer.from(`${(middleRow.created_at as Date).getTime()} ${middleRow.id}`).toString(
    "base64url",
  );
  const etag = (await get("/counts")).headers.get("ETag");
  const marked = await rowsAt(0.2, rounds + 5);
  const deleted = await rowsAt(0.3, rounds + 5);
  return {
    "first page": await measureTimes(() => get("")),
    "first page, unread": await measureTimes(() => get("?filter=unread")),
    "page in the middle": await measureTimes(() => get(`?cursor=${middleCursor}`)),
    counts: await measureTimes(() => get("/counts")),
    "counts, unchanged": await measureTimes(() => get("/counts", { "If-None-Match": etag })),
    "filtered by a service, 1 of 4": await measureTimes(() => get("?service=cctv")),
    "filtered by a service without messages": await measureTimes(() => get("?service=technical-support")),
    "filtered by a rare language, unread": await measureTimes(() => get("?language=en&filter=unread")),
    "filtered by a week long ago": await measureTimes(() =>
      get(`?from=${listWeekEnds(middleRow)[0]}&to=${listWeekEnds(middleRow)[1]}`),
    ),
    "counts of a service, 1 of 4": await measureTimes(() => get("/counts?service=cctv")),
    "search in a service: 1 of 10 (presupuesto)": await measureTimes(() =>
      get("?q=presupuesto&service=cctv"),
    ),
    "search: in 1 of 10 (presupuesto)": await search("presupuesto"),
    "search: in 1 of 150 (domicilio)": await search("domicilio"),
    "search: in one message (ornitorrinco)": await search("ornitorrinco"),
    "search: in none (noexiste)": await search("noexiste"),
    "search: two words, each in 1 of 10, both in 1 of 70": await search("presupuesto heredia"),
    "search: two words, each in 1 of 10, never both": await search("presupuesto urgente"),
    "search: two words, in all and in one message": await search("persona ornitorrinco"),
    "search: four words, in one message": await search("cliente 900 ornitorrinco persona"),
    "search: a number's digits, in one message": await search("8712 3456"),
    "search: a number's digits, in none": await search("+506 8712-9999"),
    "search: in 1 of 10, from the middle": await measureTimes(() =>
      get(`?q=presupuesto&cursor=${middleCursor}`),
    ),
    "search: one letter (p)": await search("p"),
    "search: two letters, frequent (pr)": await search("pr"),
    "search: two letters, 1 of 500 (kz)": await search("kz"),
    "search: two letters, in none (qx)": await search("qx"),
    "search: a symbol, 1 of 500 (%)": await search("%"),
    "search: a symbol, in none (🔑)": await search("🔑"),
    "mark as read and back": await measureTimes((round) =>
      edge.fetch(
        `/api/submissions/${marked[round + 5]?.id}`,
        json({ read: round % 2 === 0 }, headers, "PATCH"),
      ),
    ),
    delete: await measureTimes((round) =>
      edge.fetch(`/api/submissions/${deleted[round + 5]?.id}`, { method: "DELETE", headers }),
    ),
    "statistics of 30 days": await measureTimes(() => get("/stats")),
    "contact message": await measureTimes((round) =>
      edge.fetch(
        "/api/contact",
        json(
          {
            name: "Ana Pérez",
            email: "ana@example.com",
            message: `Quiero un presupuesto ${round} ${randomUUID()}. `.repeat(4),
          },
          { "Idempotency-Key": randomUUID() },
        ),
      ),
    ),
  };
}

const edge = await startEdge(visitorTimeout);
try {
  const asOwner = createOwnerQuery(edge);
  await asOwner("create table bench_sentences (number bigint primary key, sentence text)");
  await asOwner(
    "insert into bench_sentences select place, said from unnest($1::text[]) with ordinality as made (said, place)",
    [makeSentences(20_000)],
  );
  const now = new Date().toISOString();
  const figures: Record<string, Figure>[] = [];
  let size = 0;
  for (const next of sizes) {
    await grow(edge, now, size, next);
    size = next;
    figures.push(await measure(edge));
  }
  const [smallestFigures = {}] = figures;
  console.table(
    Object.fromEntries(
      Object.keys(smallestFigures).map((name) => [
        name,
        Object.fromEntries(
          figures.flatMap((sizeFigures, index) => {
            const { p50, p95 } = sizeFigures[name] as Figure;
            const size = sizes[index]?.toLocaleString("en");
            return [
              [size, `${p50.toFixed(1)} / ${p95.toFixed(1)}`],
              ...(index > 0
                ? [[`${size} : 1,000`, (p50 / (smallestFigures[name] as Figure).p50).toFixed(1)]]
                : []),
            ];
          }),
        ),
      ]),
    ),
  );
} finally {
  await edge.close();
}
