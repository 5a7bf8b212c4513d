import { type AttemptLimit, limitPasswordsOf } from "#functions/accounts/limits/attempts.ts";
import { createCaller, createClientAddress } from "./accounts.ts";
import type { Edge } from "./edge.ts";

export const listStatuses = (answers: Response[]) => answers.map(({ status }) => status);
export const countStatus = (answerStatuses: number[], status: number) =>
  answerStatuses.filter((answerStatus) => answerStatus === status).length;

/** Creates functions that use the attempt limits of an edge's accounts, and change their backoffs. */
export function createAttemptLimits(edge: Edge) {
  const signIn = (email: string, password: string, address = createClientAddress()) =>
    createCaller(edge, address).call("/token?grant_type=password", { email, password });
  /** Ends the running backoffs. */
  const wait = () =>
    edge.database.asOwner("update attempt_limits set blocked_until = now() where blocked_until is not null");
  /** Extends the running backoffs by an hour, so that none ends during a test. */
  const hold = () =>
    edge.database.asOwner(
      "update attempt_limits set blocked_until = now() + interval '1 hour' where blocked_until is not null",
    );
  const backoff = async () => {
    const [row] = await edge.database.asOwner(
      "select round(extract(epoch from blocked_until - updated_at))::int as seconds from attempt_limits where blocked_until > updated_at",
    );
    return row?.seconds;
  };
  /** Sets the failures that a limit has counted. */
  const counted = ({ key }: AttemptLimit, failures: number) =>
    edge.database.asOwner(
      `insert into attempt_limits (key, failures) values (decode($1, 'hex'), $2)
       on conflict (key) do update set failures = excluded.failures`,
      [key, failures],
    );
  /** Sets how many failed sign-ins the limit of an account has counted. */
  const setPasswordFailures = async (email: string, failures: number) =>
    counted(await limitPasswordsOf(email), failures);
  /** Moves all limits and their backoffs by `hours` into the past. */
  const pass = (hours: number) =>
    edge.database.asOwner(
      `update attempt_limits set ends_at = ends_at - make_interval(hours => $1),
         blocked_until = blocked_until - make_interval(hours => $1)`,
      [hours],
    );
  const fail = async (times: number, email: string) => {
    const failStatuses: number[] = [];
    for (let round = 0; round < times; round += 1)
      failStatuses.push((await signIn(email, `wrong ${round}`)).status);
    return failStatuses;
  };
  /** Makes calls at the same time, while every new backoff lasts for an hour. Returns their statuses. */
  const atOnce = async (calls: number, makeCall: () => Promise<Response>) => {
    await edge.database.asOwner(
      `create or replace function lengthen_backoff() returns trigger language plpgsql as $$
       begin
         new.blocked_until := greatest(new.blocked_until, case when new.blocked_until > now() then now() + interval '1 hour' end);
         return new;
       end $$`,
    );
    await edge.database.asOwner(
      "create trigger lasting_backoffs before insert or update on attempt_limits for each row execute function lengthen_backoff()",
    );
    try {
      return listStatuses(await Promise.all(Array.from({ length: calls }, makeCall)));
    } finally {
      await edge.database.asOwner("drop trigger lasting_backoffs on attempt_limits");
    }
  };

  return { atOnce, signIn, wait, hold, backoff, counted, setPasswordFailures, pass, fail };
}
