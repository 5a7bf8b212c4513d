import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import {
  type Answers,
  nameResults,
  runList,
  type Transaction,
} from "#functions/kernel/database/named-results.ts";
import { TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { AttemptLimit, Budget } from "./attempts.ts";

/** An attempt and the limits that it counts against; `id` is a UUID. */
export type Attempt = { id: string; limits: AttemptLimit[] };

const isBudget = (limit: AttemptLimit): limit is AttemptLimit & Budget => "most" in limit;

const isCharged = (key: AttemptLimit["key"], id: string) =>
  sql`exists (select from attempt_limits where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid)`;

/** Returns a SQL condition that is true, in the transaction of `chargeQueries`, if no limit rejected the attempt. */
export function hasPassed({ id, limits }: Attempt): Query {
  return limits.reduce((condition, { key }) => sql`${condition} and ${isCharged(key, id)}`, sql`true`);
}

const isPeriodOver = sql`limit_row.ends_at <= clock_timestamp()`;
const nextCount = sql`(case when ${isPeriodOver} then 1 else limit_row.failures + 1 end)`;
const inSeconds = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;

/**
 * Returns the end of the block that an attempt starts, by the count with it and the end of the counting period; SQL null
 * if the next attempt may pass at once.
 */
function blockedUntilQuery(limit: AttemptLimit, count: Query, endsAt: Query): Query {
  if (isBudget(limit)) return sql`case when ${count} >= ${limit.most}::integer then ${endsAt} end`;
  const { free: freeAttempts, first: firstDelaySeconds, longest: maxDelaySeconds } = limit;
  return sql`
    case when ${count} > ${freeAttempts}::integer then
      clock_timestamp() + interval '1 second'
        * least(${firstDelaySeconds}::float8 * 2 ^ (least(${count} - ${freeAttempts}::integer, 20) - 1), ${maxDelaySeconds}::float8)
    end`;
}

/**
 * Returns the statement that counts an attempt against a limit, unless the limit is blocked. A single statement on a
 * locked row decides and counts, so concurrent attempts take turns.
 */
function chargeQuery(limit: AttemptLimit, id: string, condition: Query): Query {
  const newEnd = inSeconds(isBudget(limit) ? limit.seconds : limit.quiet);
  // A backoff counts until `quiet` seconds without an attempt. An earlier attempt may have begun the period of a budget.
  const nextEnd = isBudget(limit)
    ? sql`(case when ${isPeriodOver} then ${newEnd} else limit_row.ends_at end)`
    : newEnd;
  return sql`
    insert into attempt_limits as limit_row (key, failures, blocked_until, ends_at, attempt_id)
    select decode(${limit.key}, 'hex'), 1, ${blockedUntilQuery(limit, sql`1`, newEnd)}, ${newEnd}, ${id}::uuid
    where ${condition}
    on conflict (key) do update set
      failures = ${nextCount},
      blocked_until = ${blockedUntilQuery(limit, nextCount, nextEnd)},
      ends_at = ${nextEnd},
      attempt_id = excluded.attempt_id,
      updated_at = clock_timestamp()
    where limit_row.blocked_until is null or limit_row.blocked_until <= clock_timestamp()`;
}

/**
 * Returns the statements that charge an attempt to its limits, in their order, before its outcome is known. An attempt
 * that a limit rejects is charged to none of them, so a blocked network uses up no limit that it shares with others.
 */
export function chargeQueries({ id, limits }: Attempt, condition: Query = sql`true`): Query[] {
  const hasPassedFirst = (count: number) => hasPassed({ id, limits: limits.slice(0, count) });
  const isRejected = sql`not (${hasPassed({ id, limits })})`;
  return [
    ...limits.map((limit, index) => chargeQuery(limit, id, sql`${condition} and ${hasPassedFirst(index)}`)),
    // Reverts charges that preceded the rejection.
    ...limits.slice(0, -1).map(
      ({ key }) => sql`
        update attempt_limits
        set failures = greatest(failures - 1, 0), blocked_until = null, attempt_id = null
        where key = decode(${key}, 'hex') and attempt_id = ${id}::uuid and ${isRejected}`,
    ),
  ];
}

/**
 * Returns the statement that takes an attempt off the count of a limit and ends its block. A backoff stays unchanged if
 * it has counted a later attempt.
 */
function refundQuery(limit: AttemptLimit, id: string, condition: Query): Query {
  const isRefundable = isBudget(limit) ? sql`true` : sql`attempt_id = ${id}::uuid`;
  return sql`
    update attempt_limits set failures = greatest(failures - 1, 0), blocked_until = null
    where key = decode(${limit.key}, 'hex') and ${isRefundable} and ${condition}`;
}

/** Returns the statements that take an attempt that guessed nothing off the counts of its limits. */
export const refundQueries = ({ id, limits }: Attempt, condition: Query = sql`true`): Query[] =>
  limits.map((limit) => refundQuery(limit, id, condition));

/**
 * Returns the statements after a correct password or recovery code. They refund all limits but the last, which is that
 * of the account and whose attempts they delete.
 */
export const settleQueries = ({ id, limits }: Attempt, condition: Query = sql`true`): Query[] => [
  ...refundQueries({ id, limits: limits.slice(0, -1) }, condition),
  sql`delete from attempt_limits where key = decode(${limits.at(-1)?.key}, 'hex') and ${condition}`,
];

const hasKeyOf = (limits: AttemptLimit[]) =>
  sql`(${limits.reduce(
    (condition, { key }) => sql`${condition} or key = decode(${key}, 'hex')`,
    sql`false`,
  )})`;

/** Selects the `seconds` to wait if a limit rejected the attempt, else no row. */
const selectWait = (attempt: Attempt, condition: Query): Query => sql`
  select ceil(extract(epoch from max(blocked_until) - clock_timestamp()))::integer as seconds
  from attempt_limits
  where not (${hasPassed(attempt)}) and ${hasKeyOf(attempt.limits)} and blocked_until is not null
    and attempt_id is distinct from ${attempt.id}::uuid and ${condition}
  having count(*) > 0`;

const toSeconds = rowParser(
  v.pipe(
    v.object({ seconds: v.number() }),
    v.transform((row) => Math.max(row.seconds, 1)),
  ),
);

/** An attempt to charge in a transaction of the service `auth`; null for a call that is no attempt. */
type Charge = { transaction: Transaction; attempt: Attempt | null; condition?: Query };

/** Returns the transaction of a call without a session, as the service `auth`. */
export const openAuthService =
  (database: Database): Transaction =>
  (statements) =>
    database.run("auth", statements);

/**
 * Runs statements in a transaction that first charges the attempt if the condition holds. They also run for a rejected
 * attempt, so those that change anything depend on `hasPassed`. A rejection counts if the condition holds at the end.
 * @throws TooManyAttempts
 */
export async function runCharged(
  { transaction, attempt, condition = sql`true` }: Charge,
  queries: Query[],
): Promise<Answers> {
  if (!attempt) return runList(transaction, queries);
  const wait = selectWait(attempt, condition);
  const answers = await runList(transaction, [...chargeQueries(attempt, condition), ...queries, wait]);
  const seconds = firstRow(answers.get(wait) ?? [], toSeconds);
  if (seconds !== null) throw new TooManyAttempts(seconds);
  return answers;
}

/** Returns the transaction of `runCharged`. @throws TooManyAttempts */
export const chargeAttempt = (charge: Charge): Transaction =>
  nameResults((queries) => runCharged(charge, queries));

/**
 * Returns a SQL condition for the audit: whether the attempt started a backoff or spent a budget. Ignores the total of
 * all networks, because other clients can spend it.
 */
export function startsBackoff({ limits }: Attempt): Query {
  const ownLimits = limits.filter((limit) => !(isBudget(limit) && limit.isTotal));
  return sql`exists (select from attempt_limits where ${hasKeyOf(ownLimits)} and blocked_until > clock_timestamp())`;
}
