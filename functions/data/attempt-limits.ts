import * as v from "valibot";
import type { AttemptLimit } from "#functions/auth/attempts.ts";
import { TooManyAttempts } from "./refusals.ts";
import { firstRow, rowParser } from "./rows.ts";
import { type Query, type Row, sql } from "./sql.ts";

/** One attempt and all that it counts against; `id` is a UUID. */
export type Attempt = { id: string; limits: AttemptLimit[] };

/** An attempt at the password of an account, from a network where that is known; `id` is a UUID. */
export type PasswordAttempt = { id: string; account: AttemptLimit; network: AttemptLimit | null };

/** What an attempt at a password counts against: the network before the account. */
export const toAttempt = ({ id, account, network }: PasswordAttempt): Attempt => ({
  id,
  limits: network ? [network, account] : [account],
});

const passes = (key: string, id: string) =>
  sql`exists (select from attempt_limits where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid)`;

const isOneOf = (limits: AttemptLimit[]) =>
  sql`key = any(select decode(hex, 'hex') from unnest(${limits.map(({ key }) => key)}::text[]) hex)`;

/** Holds, in the transaction of `chargeQueries`, when nothing refused the attempt. */
export function passed({ id, limits }: Attempt): Query {
  return limits.reduce((all, { key }) => sql`${all} and ${passes(key, id)}`, sql`true`);
}

// Deciding and counting is one statement on a locked row: attempts made at once take turns.
function chargeQuery({ key, free, first, longest }: AttemptLimit, id: string, condition: Query): Query {
  const counted = sql`
    (case when known.updated_at < clock_timestamp() - interval '1 hour' then 1 else known.failures + 1 end)`;
  const backoff = (count: Query) => sql`
    case when ${count} > ${free}::integer then
      clock_timestamp() + interval '1 second'
        * least(${first}::float8 * 2 ^ (least(${count} - ${free}::integer, 20) - 1), ${longest}::float8)
    end`;
  return sql`
    insert into attempt_limits as known (key, failures, blocked_until, attempt_id)
    select decode(${key}, 'hex'), 1, ${backoff(sql`1`)}, ${id}::uuid
    where ${condition}
    on conflict (key) do update set
      failures = ${counted},
      blocked_until = ${backoff(counted)},
      attempt_id = excluded.attempt_id,
      updated_at = clock_timestamp()
    where known.blocked_until is null or known.blocked_until <= clock_timestamp()`;
}

/**
 * Counts an attempt against its limits, in their order, before it is known how it ends. One that a limit refuses is
 * counted against none.
 */
export function chargeQueries({ id, limits }: Attempt, condition: Query = sql`true`): Query[] {
  const attempt = (count: number) => ({ id, limits: limits.slice(0, count) });
  return [
    ...limits.map((limit, index) => chargeQuery(limit, id, sql`${condition} and ${passed(attempt(index))}`)),
    ...limits
      .slice(0, -1)
      .map((limit) => refundQuery(limit, id, sql`not (${passed({ id, limits: limits.slice(-1) })})`)),
  ];
}

/** Takes an attempt back that should not count. */
export function refundQuery({ key }: AttemptLimit, id: string, condition: Query = sql`true`): Query {
  return sql`
    update attempt_limits set failures = greatest(failures - 1, 0), blocked_until = null
    where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid and ${condition}`;
}

/** Forgets all attempts of one limit. */
export function forgetQuery({ key }: AttemptLimit): Query {
  return sql`delete from attempt_limits where key = decode(${key}, 'hex')`;
}

/** Answers with one row, `seconds` to wait, when the attempt was refused; which `requirePassed` reads. */
export function waitQuery(attempt: Attempt): Query {
  return sql`
    select ceil(extract(epoch from max(blocked_until) - clock_timestamp()))::integer as seconds
    from attempt_limits
    where not (${passed(attempt)}) and ${isOneOf(attempt.limits)}
      and attempt_id is distinct from ${attempt.id}::uuid
    having count(*) > 0`;
}

const toSeconds = rowParser(
  v.pipe(
    v.object({ seconds: v.number() }),
    v.transform((row) => Math.max(row.seconds, 1)),
  ),
);

/** Refuses a call whose attempt was refused; `refusal` are the rows of its `waitQuery`. @throws TooManyAttempts */
export function requirePassed(refusal: Row[]): void {
  const seconds = firstRow(refusal, toSeconds);
  if (seconds !== null) throw new TooManyAttempts(seconds);
}

/** Holds when the attempt has started a backoff. */
export function startsBackoff({ limits }: Attempt): Query {
  return sql`exists (
    select from attempt_limits
    where ${isOneOf(limits)} and blocked_until > clock_timestamp()
  )`;
}
