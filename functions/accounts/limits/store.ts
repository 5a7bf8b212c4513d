import * as v from "valibot";
import { TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";
import type { AttemptLimit } from "./attempts.ts";

/** One attempt and all that it counts against; `id` is a UUID. */
export type Attempt = { id: string; limits: AttemptLimit[] };

/** An attempt at the password of an account; `network` is what it shares with attempts at others. `id` is a UUID. */
export type PasswordAttempt = { id: string; account: AttemptLimit; network: AttemptLimit[] };

/** What an attempt at a password counts against: the network before the account. */
export const toAttempt = ({ id, account, network }: PasswordAttempt): Attempt => ({
  id,
  limits: [...network, account],
});

const isCharged = (key: string, id: string) =>
  sql`exists (select from attempt_limits where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid)`;

// A count of what is near is charged before that of all.
function passes(limit: AttemptLimit, id: string): Query {
  const charged = isCharged(limit.key, id);
  if (!("most" in limit) || !limit.calm) return charged;
  const { key, below } = limit.calm;
  return sql`(${charged} or exists (
    select from attempt_limits
    where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid and failures <= ${below}::integer
  ))`;
}

/** Holds, in the transaction of `chargeQueries`, when nothing refused the attempt. */
export function passed({ id, limits }: Attempt): Query {
  return limits.reduce((all, limit) => sql`${all} and ${passes(limit, id)}`, sql`true`);
}

const isOver = sql`known.ends_at <= clock_timestamp()`;
const counted = sql`(case when ${isOver} then 1 else known.failures + 1 end)`;
const inSeconds = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;

// What a row has once it has counted so many: when counting begins anew, and until when nothing goes through.
function endOf(limit: AttemptLimit, known: boolean): Query {
  if (!("most" in limit)) return inSeconds(limit.quiet);
  const fresh = inSeconds(limit.seconds);
  return known ? sql`(case when ${isOver} then ${fresh} else known.ends_at end)` : fresh;
}
function blockOf(limit: AttemptLimit, known: boolean): Query {
  const count = known ? counted : sql`1`;
  if ("most" in limit) {
    return sql`case when ${count} >= ${limit.most}::integer then ${endOf(limit, known)} end`;
  }
  const { free, first, longest } = limit;
  return sql`
    case when ${count} > ${free}::integer then
      clock_timestamp() + interval '1 second'
        * least(${first}::float8 * 2 ^ (least(${count} - ${free}::integer, 20) - 1), ${longest}::float8)
    end`;
}

// Deciding and counting is one statement on a locked row: attempts made at once take turns.
function chargeQuery(limit: AttemptLimit, id: string, condition: Query): Query {
  return sql`
    insert into attempt_limits as known (key, failures, blocked_until, ends_at, attempt_id)
    select decode(${limit.key}, 'hex'), 1, ${blockOf(limit, false)}, ${endOf(limit, false)}, ${id}::uuid
    where ${condition}
    on conflict (key) do update set
      failures = ${counted},
      blocked_until = ${blockOf(limit, true)},
      ends_at = ${endOf(limit, true)},
      attempt_id = excluded.attempt_id,
      updated_at = clock_timestamp()
    where known.blocked_until is null or known.blocked_until <= clock_timestamp()`;
}

/**
 * Counts an attempt against its limits, in their order, before it is known how it ends. One that a limit refuses is
 * counted against none: what one network may not do any more uses up nothing of what others share with it.
 */
export function chargeQueries({ id, limits }: Attempt, condition: Query = sql`true`): Query[] {
  const upTo = (count: number) => passed({ id, limits: limits.slice(0, count) });
  const refused = sql`not (${passed({ id, limits })})`;
  return [
    ...limits.map((limit, index) => chargeQuery(limit, id, sql`${condition} and ${upTo(index)}`)),
    // What was charged before the refusal; that this was, is forgotten too, or the next question would see a calmer network.
    ...limits.slice(0, -1).map(
      ({ key }) => sql`
        update attempt_limits
        set failures = greatest(failures - 1, 0), blocked_until = null, attempt_id = null
        where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid and ${refused}`,
    ),
  ];
}

/** Takes an attempt back that should not count. A backoff that another attempt has started since stays. */
export function refundQuery(limit: AttemptLimit, id: string, condition: Query = sql`true`): Query {
  const own = "most" in limit ? sql`true` : sql`attempt_id = ${id}::uuid`;
  return sql`
    update attempt_limits set failures = greatest(failures - 1, 0), blocked_until = null
    where key = decode(${limit.key}, 'hex') and ${own} and ${condition}`;
}

/** Forgets all attempts of one limit. */
export function forgetQuery({ key }: AttemptLimit, condition: Query = sql`true`): Query {
  return sql`delete from attempt_limits where key = decode(${key}, 'hex') and ${condition}`;
}

const isCalmed = (limit: AttemptLimit) => "most" in limit && limit.calm !== undefined;
const isOneOf = (limits: AttemptLimit[]) =>
  sql`key = any(select decode(hex, 'hex') from unnest(${limits.map(({ key }) => key)}::text[]) hex)`;

/**
 * Answers with one row, `seconds` to wait, when the attempt was refused; which `requirePassed` reads. What is everyone's is waited for
 * only where nothing else refused it.
 */
export function waitQuery(attempt: Attempt): Query {
  const own = attempt.limits.filter((limit) => !isCalmed(limit));
  return sql`
    select ceil(extract(epoch from
      coalesce(max(blocked_until) filter (where ${isOneOf(own)}), max(blocked_until)) - clock_timestamp()))::integer as seconds
    from attempt_limits
    where not (${passed(attempt)}) and ${isOneOf(attempt.limits)} and blocked_until is not null
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

/** Holds when the attempt has started a backoff, or used up what may be tried. */
export function startsBackoff({ limits }: Attempt): Query {
  const own = limits.filter((limit) => !isCalmed(limit));
  return sql`exists (select from attempt_limits where ${isOneOf(own)} and blocked_until > clock_timestamp())`;
}
