import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";
import type { AttemptLimit } from "./attempts.ts";

/** An attempt and the limits that it counts against; `id` is a UUID. */
export type Attempt = { id: string; limits: AttemptLimit[] };

const isCharged = (key: string, id: string) =>
  sql`exists (select from attempt_limits where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid)`;

// The limit of the area is charged before the total that exempts it.
function passes(limit: AttemptLimit, id: string): Query {
  const charged = isCharged(limit.key, id);
  if (!("most" in limit) || !limit.exemption) return charged;
  const { key, maxAreaFailures: below } = limit.exemption;
  return sql`(${charged} or exists (
    select from attempt_limits
    where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid and failures <= ${below}::integer
  ))`;
}

/** Returns a SQL condition that is true, in the transaction of `chargeQueries`, if no limit rejected the attempt. */
export function hasPassed({ id, limits }: Attempt): Query {
  return limits.reduce((condition, limit) => sql`${condition} and ${passes(limit, id)}`, sql`true`);
}

const isPeriodOver = sql`known.ends_at <= clock_timestamp()`;
const nextCount = sql`(case when ${isPeriodOver} then 1 else known.failures + 1 end)`;
const inSeconds = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;

// The columns of a row after the attempt is counted: the end of the counting period, and the end of the block.
function endsAtQuery(limit: AttemptLimit, isExistingRow: boolean): Query {
  if (!("most" in limit)) return inSeconds(limit.quiet);
  const newEnd = inSeconds(limit.seconds);
  return isExistingRow ? sql`(case when ${isPeriodOver} then ${newEnd} else known.ends_at end)` : newEnd;
}
function blockedUntilQuery(limit: AttemptLimit, isExistingRow: boolean): Query {
  const count = isExistingRow ? nextCount : sql`1`;
  if ("most" in limit) {
    return sql`case when ${count} >= ${limit.most}::integer then ${endsAtQuery(limit, isExistingRow)} end`;
  }
  const { free: freeAttempts, first: firstDelaySeconds, longest: maxDelaySeconds } = limit;
  return sql`
    case when ${count} > ${freeAttempts}::integer then
      clock_timestamp() + interval '1 second'
        * least(${firstDelaySeconds}::float8 * 2 ^ (least(${count} - ${freeAttempts}::integer, 20) - 1), ${maxDelaySeconds}::float8)
    end`;
}

// A single statement on a locked row decides and counts, so concurrent attempts take turns.
function chargeQuery(limit: AttemptLimit, id: string, condition: Query): Query {
  return sql`
    insert into attempt_limits as known (key, failures, blocked_until, ends_at, attempt_id)
    select decode(${limit.key}, 'hex'), 1, ${blockedUntilQuery(limit, false)}, ${endsAtQuery(limit, false)}, ${id}::uuid
    where ${condition}
    on conflict (key) do update set
      failures = ${nextCount},
      blocked_until = ${blockedUntilQuery(limit, true)},
      ends_at = ${endsAtQuery(limit, true)},
      attempt_id = excluded.attempt_id,
      updated_at = clock_timestamp()
    where known.blocked_until is null or known.blocked_until <= clock_timestamp()`;
}

/**
 * Charges an attempt to its limits, in their order, before its outcome is known. An attempt that a limit rejects is
 * charged to none of them, so a blocked network uses up no limit that it shares with others.
 */
export function chargeQueries({ id, limits }: Attempt, condition: Query = sql`true`): Query[] {
  const hasPassedFirst = (count: number) => hasPassed({ id, limits: limits.slice(0, count) });
  const isRejected = sql`not (${hasPassed({ id, limits })})`;
  return [
    ...limits.map((limit, index) => chargeQuery(limit, id, sql`${condition} and ${hasPassedFirst(index)}`)),
    // Reverts charges that preceded the rejection. `attempt_id` is reset, too: with one failure fewer, the area could
    // become exempt, and a later condition would let the attempt pass.
    ...limits.slice(0, -1).map(
      ({ key }) => sql`
        update attempt_limits
        set failures = greatest(failures - 1, 0), blocked_until = null, attempt_id = null
        where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid and ${isRejected}`,
    ),
  ];
}

/** Returns the statement that refunds an attempt. A backoff that a later attempt has started stays. */
export function refundQuery(limit: AttemptLimit, id: string, condition: Query = sql`true`): Query {
  const isRefundable = "most" in limit ? sql`true` : sql`attempt_id = ${id}::uuid`;
  return sql`
    update attempt_limits set failures = greatest(failures - 1, 0), blocked_until = null
    where key = decode(${limit.key}, 'hex') and ${isRefundable} and ${condition}`;
}

/**
 * Returns the statements after a correct password: refund the network's limits, delete the attempts of the account,
 * whose limit is the last.
 */
export const settleQueries = ({ id, limits }: Attempt, condition: Query = sql`true`): Query[] => [
  ...limits.slice(0, -1).map((limit) => refundQuery(limit, id, condition)),
  ...limits
    .slice(-1)
    .map(({ key }) => sql`delete from attempt_limits where key = decode(${key}, 'hex') and ${condition}`),
];

/** Refunds an attempt that verified no password. */
export async function refundAttempt(database: Database, { id, limits }: Attempt): Promise<void> {
  await database.run("auth", { refund: limits.map((limit) => refundQuery(limit, id)) });
}

const hasExemption = (limit: AttemptLimit) => "most" in limit && limit.exemption !== undefined;
const hasKeyOf = (limits: AttemptLimit[]) =>
  sql`key = any(select decode(hex, 'hex') from unnest(${limits.map(({ key }) => key)}::text[]) hex)`;

/**
 * Selects the `seconds` to wait if the attempt was rejected, else no row. `requirePassed` reads the result. The wait of
 * a total with an exemption applies only if no other limit rejected the attempt.
 */
export function waitQuery(attempt: Attempt): Query {
  const ownLimits = attempt.limits.filter((limit) => !hasExemption(limit));
  return sql`
    select ceil(extract(epoch from
      coalesce(max(blocked_until) filter (where ${hasKeyOf(ownLimits)}), max(blocked_until)) - clock_timestamp()))::integer as seconds
    from attempt_limits
    where not (${hasPassed(attempt)}) and ${hasKeyOf(attempt.limits)} and blocked_until is not null
      and attempt_id is distinct from ${attempt.id}::uuid
    having count(*) > 0`;
}

const toSeconds = rowParser(
  v.pipe(
    v.object({ seconds: v.number() }),
    v.transform((row) => Math.max(row.seconds, 1)),
  ),
);

/** Rejects a call whose attempt was rejected. `refusal` has the rows of its `waitQuery`. @throws TooManyAttempts */
export function requirePassed(refusal: Row[]): void {
  const seconds = firstRow(refusal, toSeconds);
  if (seconds !== null) throw new TooManyAttempts(seconds);
}

/** Returns a SQL condition that is true if the attempt started a backoff or spent a budget. */
export function startsBackoff({ limits }: Attempt): Query {
  const ownLimits = limits.filter((limit) => !hasExemption(limit));
  return sql`exists (select from attempt_limits where ${hasKeyOf(ownLimits)} and blocked_until > clock_timestamp())`;
}
