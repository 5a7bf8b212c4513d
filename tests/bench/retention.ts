// What retention costs with a million rows in a table, on the PostgreSQL server of LOCAL_POSTGRES_URL: a call that finds nothing past
// its time, a call when all of it is, and how long a million rows take by hourly runs. Through the edge's own calls.
import { neon } from "@neondatabase/serverless";
import { connect } from "#functions/kernel/database/database.ts";
import { purgeExpired } from "#functions/operations/scheduled/purge.ts";
import { startTestDatabase } from "../support/database.ts";

const rows = 1_000_000;
const rounds = 40;
/** Calls of an hourly run, when this many tables have as much to remove: messages, their receipts, and the mails about them. */
const callsAnHour = 400 / 3;

const hash = "sha256(n::text::bytea)";
const series = "generate_series($2::integer, $3::integer) n";
const seededAtOnce = 50_000;
/** A million rows of the tables that grow with what visitors do; `$1` is when they came, `$2` and `$3` which of them. */
const seeds: Record<string, string[]> = {
  contact_receipts: [
    `insert into contact_receipts (idempotency_key, body_hash, submission_id, created_at)
     select gen_random_uuid(), ${hash}, gen_random_uuid(), $1::timestamptz from ${series}`,
  ],
  outgoing_mails: [
    `insert into outgoing_mails (id, kind, created_at, sent_at)
     select gen_random_uuid(), 'contact_notice', $1::timestamptz, $1::timestamptz from ${series}`,
  ],
  account_events: [
    `insert into account_events (kind, created_at) select 'limited', $1::timestamptz from ${series}`,
  ],
  sessions: [
    `insert into accounts (id, email, password_hash, email_confirmed_at)
     values ('0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55', 'ana@cliente.example', '$argon2id$x', now()) on conflict do nothing`,
    `insert into sessions (id, account_id, created_at, last_used_at)
     select gen_random_uuid(), '0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55', $1::timestamptz, $1::timestamptz from ${series}`,
  ],
  contact_submissions: [
    `insert into contact_submissions (id, name, email, message, spam, created_at)
     select gen_random_uuid(), 'Persona ' || n, 'persona' || n || '@cliente.example', 'Quiero un presupuesto ' || n, n % 9 = 0, $1::timestamptz
     from ${series}`,
  ],
};

const database = await startTestDatabase();
const owner = neon(database.ownerUrl);
const settings = {
  DATABASE_URL: database.edgeUrl,
  DATABASE_FETCH_ENDPOINT: database.endpoint,
  DATABASE_TIMEOUT_MS: 60_000,
};

async function time(table: string): Promise<{ p50: number; p95: number; removed: number }> {
  const times: number[] = [];
  let removed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    removed += await purgeExpired(connect(settings), table, { idleDays: 30, absoluteDays: 90 });
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(rounds * share)] as number;
  return { p50: at(0.5), p95: at(0.95), removed };
}

async function fill(table: string, when: Date): Promise<void> {
  for (const statement of seeds[table] ?? []) {
    if (!statement.includes("$1")) await owner.query(statement);
    else {
      for (let first = 1; first < rows; first += seededAtOnce) {
        await owner.query(statement, [when.toISOString(), first, first + seededAtOnce - 1]);
      }
    }
  }
  await owner.query(`vacuum analyze ${table}`);
}

try {
  // Row by row the index of the search would take most of an hour; made at once it is the same.
  const [index] = await owner.query(
    "select pg_get_indexdef('submission_texts_search'::regclass) as definition",
  );
  const figures: Record<string, Record<string, string>> = {};
  for (const table of Object.keys(seeds)) {
    if (table === "contact_submissions") await owner.query("drop index submission_texts_search");
    await fill(table, new Date());
    if (table === "contact_submissions") await owner.query(index?.definition as string);
    const young = await time(table);
    await owner.query(`alter table ${table} disable trigger user`);
    const moments = { outgoing_mails: "sent_at", sessions: "last_used_at" }[table] ?? "created_at";
    await owner.query(`update ${table} set ${moments} = now() - interval '3 years'`);
    await owner.query(`alter table ${table} enable trigger user`);
    await owner.query(`vacuum analyze ${table}`);
    const old = await time(table);
    figures[table] = {
      "nothing past its time, p50 / p95 ms": `${young.p50.toFixed(1)} / ${young.p95.toFixed(1)}`,
      "all of it past its time, p50 / p95 ms": `${old.p50.toFixed(1)} / ${old.p95.toFixed(1)}`,
      "rows a call": String(old.removed / rounds),
      "hours for a million": (rows / ((old.removed / rounds) * callsAnHour)).toFixed(1),
    };
  }
  console.table(figures);
} finally {
  await database.close();
}
