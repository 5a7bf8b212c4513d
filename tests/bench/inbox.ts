// `npm run bench -- inbox` measures the inbox's calls with a thousand and with a million messages, each with three
// entries, through the built bundle. It prints medians in milliseconds on the PostgreSQL server of LOCAL_POSTGRES_URL, their ratios, and the worst
// ratio. A call that fails ends it.
import { neon } from "@neondatabase/serverless";
import { findEndpointsByPort, type Row } from "../support/database.ts";
import { type Edge, startEdge, visitorTimeout } from "../support/edge.ts";
import { createRandom } from "../support/random.ts";
import { bearer } from "../support/requests.ts";
import { median, roundTo } from "./figures.ts";

const sizes = [1_000, 1_000_000];
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
  insert into contact_submissions (id, name, email, company, phone, message, service_type, source, language, meeting_day, read, spam, created_at,
      first_read_at, state, assignee, revision, first_answer_at, last_entry_at)
  select gen_random_uuid(), 'Persona ' || n, 'persona' || n % 50000 || '@cliente.example',
    'Constructora Heredia ' || n % 1000, '+506 6' || lpad((n * 7919 % 10000000)::text, 7, '0'),
    a.sentence || '. ' || b.sentence || ', ' || c.sentence
      || case when n % 10 = 3 then ' presupuesto' when n % 10 = 4 then ' urgente' else '' end
      || case when n = 900 then ' ornitorrinco' else '' end,
    (array['reputation', 'cctv', 'web-development', null])[1 + n % 4],
    (array['google-search', 'recommendation', null])[1 + n % 3], case when n % 5 = 0 then 'en' else 'es' end,
    case when n % 50 = 1 then date '2026-05-08' end, n % 10 <> 0, n % 97 = 0, created_at,
    case when n % 10 <> 0 then created_at + (n * 7919 % 400) ^ 2 * interval '1 second' end,
    (array['unanswered', 'waiting', 'closed', 'closed'])[1 + n % 4],
    case when n % 3 <> 0 then (select user_id from profiles where role = 'admin' limit 1) end,
    4, created_at + (n * 7919 % 400) ^ 2 * interval '1 second', created_at + interval '3 days'
  from generate_series($2::bigint, $3::bigint - 1) n
    cross join lateral (
      select date_trunc('milliseconds', $1::timestamptz) - n * interval '200 seconds' as created_at) sent
    join bench_sentences a on a.number = 1 + n * 7919 % 20000
    join bench_sentences b on b.number = 1 + n * 104729 / 3 % 20000
    join bench_sentences c on c.number = 1 + n * 1299709 / 7 % 20000`;

// Their triggers are disabled meanwhile: they would update each message for each entry.
const seedEntries = `
  insert into conversation_entries (submission_id, kind, author, text, language, state, delivery, created_at)
  select id, kind, case when kind = 'answer' then assignee end, kind || ' ' || name, language,
    case when kind = 'answer' then 'waiting' else 'unanswered' end, case when kind = 'answer' then 'delivered' end,
    message.created_at + number * interval '1 day'
  from contact_submissions message, (values ('answer', 1), ('customer', 2), ('answer', 3)) entry (kind, number)
  where message.created_at <= $1::timestamptz - $2::bigint * interval '200 seconds'
    and message.created_at > $1::timestamptz - $3::bigint * interval '200 seconds'`;

/** Returns a function that runs a statement as the owner, without a timeout. */
const createOwnerQuery = (edge: Edge) => {
  const owner = neon(edge.database.ownerUrl);
  return (text: string, values: unknown[] = []) => owner.query(text, values) as Promise<Row[]>;
};

async function grow(edge: Edge, now: string, size: number): Promise<void> {
  const asOwner = createOwnerQuery(edge);
  // Row by row, the index would take most of an hour. Building it afterwards gives the same index.
  const [index] = await asOwner("select pg_get_indexdef('submission_texts_search'::regclass) as definition");
  await asOwner("drop index submission_texts_search");
  await asOwner("alter table conversation_entries disable trigger user");
  for (let start = 0; start < size; start += seededAtOnce) {
    const range = [now, start, Math.min(start + seededAtOnce, size)];
    await asOwner(seed, range);
    await asOwner(seedEntries, range);
  }
  await asOwner("alter table conversation_entries enable trigger user");
  await asOwner(index?.definition as string);
  for (const table of [
    "contact_submissions",
    "conversation_entries",
    "submission_texts",
    "inbox_counts",
    "inbox_answer_times",
  ]) {
    await asOwner(`vacuum analyze ${table}`);
  }
}

type InboxCall = () => Promise<Response>;

const reads: Record<string, string> = {
  "first page": "",
  "first page: unread": "?filter=unread",
  "first page: read": "?filter=read",
  "first page: spam": "?filter=spam",
  "first page: a service": "?service=cctv",
  "first page: a language": "?language=en",
  "first page: meetings": "?meeting=requested",
  "first page: a service and unread": "?service=cctv&filter=unread",
  "first page: a state": "?state=unanswered",
  "first page: an owner": "?assignee=me",
  "first page: a state and an owner": "?state=closed&assignee=none",
  "first page: a service and a language": "?service=cctv&language=en",
  counts: "/counts",
  "counts: a service": "/counts?service=cctv",
  "counts: a language": "/counts?language=en",
  "counts: meetings": "/counts?meeting=requested",
  "counts: a service and a language": "/counts?service=cctv&language=en",
  "counts: a state and an owner": "/counts?state=unanswered&assignee=me",
  "counts: a period": "/counts?from=2026-01-15&to=2026-11-20",
  "statistics: 7 days": "/stats?days=7",
  "statistics: 30 days": "/stats?days=30",
  "statistics: 365 days": "/stats?days=365",
  "export: first page": "/export.csv?meeting=requested&from=DAY",
  ...Object.fromEntries(
    [
      ["in 1 of 10", "presupuesto"],
      ["in one message", "ornitorrinco"],
      ["in none", "noexiste"],
      ["two words, each in 1 of 10, never both", "presupuesto urgente"],
      ["one letter", "p"],
      ["a pair of letters that is rare", "kz"],
      ["letters that repeat", "alalal"],
      ["signs: ..", ".."],
      ["signs: ,,", ",,"],
      ["signs: @@", "@@"],
      ["signs: i@", "i@"],
      ["a number", "8888 1234"],
    ].flatMap(([name, q = ""]) => {
      const query = `q=${encodeURIComponent(q)}`;
      return [
        [`search: ${name}`, `?${query}`],
        [`counts of a search: ${name}`, `/counts?${query}`],
      ];
    }),
  ),
  "search: frequent, in no unread message": "?q=presupuesto&filter=unread",
  "search: a service, frequent": "?q=presupuesto&service=cctv",
};

/** Returns every measured call by its name. */
async function createCalls(edge: Edge, size: number): Promise<Record<string, InboxCall>> {
  const headers = bearer(await edge.signIn());
  const get = (path: string) => edge.fetch(`/api/submissions${path}`, { headers });
  const send = (path: string, method: string, body?: object) =>
    edge.fetch(`/api/submissions${path}`, {
      method,
      headers: { ...headers, "Content-Type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
  const asOwner = createOwnerQuery(edge);
  // A position with half of the messages before it.
  const [middle] = await asOwner(
    `select id, extract(epoch from created_at) * 1000 as ms from contact_submissions
     where not spam order by created_at desc offset ${size / 2} limit 1`,
  );
  const cursor = Buffer.from(`${Math.round(Number(middle?.ms))} ${middle?.id}`).toString("base64url");
  const rows = await asOwner(
    "select id from contact_submissions where not spam and read order by created_at desc limit 400",
  );
  const ids = rows.map(({ id }) => String(id));
  const [newest] = ids;
  let answer: { id?: string } = {};
  const token = "A".repeat(43);
  await asOwner("update conversation_entries set link_hash = null where link_hash is not null");
  await asOwner(
    `update conversation_entries set link_hash = sha256($2::text::bytea)
     where id = (select id from conversation_entries where submission_id = $1 and kind = 'answer' limit 1)`,
    [newest, token],
  );
  const until = new Date().toISOString();
  let deleted = 0;
  // The second call of a pair undoes the first, so every round finds the same state.
  let isMarked = false;
  const alternate = (first: () => Promise<Response>, second: () => Promise<Response>) => () => {
    isMarked = !isMarked;
    return isMarked ? first() : second();
  };
  const bulk = (action: string, count: number) => () =>
    send("/bulk", "POST", { ids: ids.slice(0, count), action });
  const matching = (action: string, filter: string) => () =>
    send("/bulk", "POST", { matching: { filter, q: "ornitorrinco", until }, action });
  return {
    ...Object.fromEntries(
      Object.entries(reads).map(([name, path]) => [name, () => get(path.replace("DAY", until.slice(0, 10)))]),
    ),
    "next page from the middle": () => get(`?cursor=${cursor}`),
    "one message": () => get(`/${newest}`),
    "entries of a conversation": () => get(`/${newest}/entries`),
    "answer, and take it back": alternate(
      async () => {
        const response = await send(`/${newest}/answers`, "POST", {
          text: "Hola",
          revision: 1,
          anyway: true,
        });
        answer = await response.clone().json();
        return response;
      },
      () => send(`/${newest}/answers/${answer.id}`, "DELETE"),
    ),
    "a note": () => send(`/${newest}/notes`, "POST", { text: "Nota" }),
    "a draft": async () => {
      const stored = await (await get(`/${newest}/draft`)).json();
      return send(`/${newest}/draft`, "PUT", { ...stored, text: `Borrador ${stored.revision}` });
    },
    "close and reopen": alternate(
      () => send(`/${newest}`, "PATCH", { state: "closed" }),
      () => send(`/${newest}`, "PATCH", { state: "unanswered" }),
    ),
    "close and reopen: 100 conversations": alternate(bulk("close", 100), bulk("reopen", 100)),
    "the customer's page": () =>
      edge.fetch("/api/conversation", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token }),
      }),
    "unread and read": alternate(
      () => send(`/${newest}`, "PATCH", { read: false }),
      () => send(`/${newest}`, "PATCH", { read: true }),
    ),
    "to spam and back": alternate(
      () => send(`/${newest}`, "PATCH", { spam: true }),
      () => send(`/${newest}`, "PATCH", { spam: false }),
    ),
    "unread and read: 100 messages": alternate(bulk("unread", 100), bulk("read", 100)),
    "unread and read: the messages of a search": alternate(
      matching("unread", "all"),
      matching("read", "all"),
    ),
    delete: () => send(`/${ids[200 + deleted++]}`, "DELETE"),
  };
}

const rounds = 26;

async function measureOnce(name: string, call: InboxCall): Promise<number> {
  const startedAt = performance.now();
  const response = await call();
  await response.text();
  if (!response.ok) throw new Error(`${name}: ${response.url} answered ${response.status}.`);
  return performance.now() - startedAt;
}

/**
 * Returns the median time of each call at each size. The sizes take turns, so that other work on the machine
 * slows both. The first two rounds are not measured.
 */
async function measure(callsBySize: Record<string, InboxCall>[]): Promise<Map<string, number[]>> {
  const figures = new Map<string, number[]>();
  for (const name of Object.keys(callsBySize[0] ?? {})) {
    const times: number[][] = callsBySize.map(() => []);
    for (let round = -2; round < rounds; round += 1) {
      for (const [index, calls] of callsBySize.entries()) {
        const duration = await measureOnce(name, calls[name] as InboxCall);
        if (round >= 0) times[index]?.push(duration);
      }
    }
    figures.set(name, times.map(median));
  }
  return figures;
}

async function startSeededEdge(now: string, size: number): Promise<Edge> {
  const edge = await startEdge(visitorTimeout);
  findEndpointsByPort();
  const asOwner = createOwnerQuery(edge);
  await asOwner("create table bench_sentences (number bigint primary key, sentence text)");
  await asOwner(
    "insert into bench_sentences select place, said from unnest($1::text[]) with ordinality as made (said, place)",
    [makeSentences(20_000)],
  );
  await grow(edge, now, size);
  return edge;
}

const now = new Date().toISOString();
const edges: Edge[] = [];
try {
  for (const size of sizes) edges.push(await startSeededEdge(now, size));
  const calls = await Promise.all(edges.map((edge, index) => createCalls(edge, sizes[index] as number)));
  const ratios = [...(await measure(calls))].map(([name, [smallMs = 0, largeMs = Number.NaN]]) => ({
    name,
    smallMs,
    largeMs,
    ratio: largeMs / smallMs,
  }));
  console.table(
    Object.fromEntries(
      ratios.map(({ name, smallMs, largeMs, ratio }) => [
        name,
        { "1,000": roundTo(smallMs, 1), "1,000,000": roundTo(largeMs, 1), ratio: roundTo(ratio, 2) },
      ]),
    ),
  );
  const [worst] = ratios.toSorted((a, b) => b.ratio - a.ratio);
  const slower = ratios.filter(({ ratio }) => ratio > 1.5);
  process.stdout.write(
    `Worst: ${worst?.name}, ${worst?.ratio.toFixed(1)} ×. ${slower.length} of ${ratios.length} calls take more than 1.5 ×.\n`,
  );
} finally {
  await Promise.all(edges.map((edge) => edge.close()));
}
