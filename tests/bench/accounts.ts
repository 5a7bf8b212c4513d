import loadArgon2 from "@phi-ag/argon2/node";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { callerOf, freshAddress, freshEmail, goodPassword, newcomer } from "../support/accounts.ts";
import type { Edge } from "../support/edge.ts";
import { bearer, type SessionResponse } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { median, rounded } from "./quantiles.ts";

const rounds = 50;
const pairs = 300;

const middle = (times: number[]) => rounded(median(times), 1);

async function timed(call: () => Promise<Response>): Promise<number> {
  const began = performance.now();
  const response = await call();
  await response.text();
  const time = performance.now() - began;
  // The edge answers 503 while the machine is busy with other work, so the call is repeated.
  if (response.status === 503) return timed(call);
  if (response.status === 429) throw new Error("The edge answered 429: an attempt limit was reached.");
  return time;
}

async function hashMedian(): Promise<number> {
  const argon2 = await loadArgon2();
  const { hashPassword } = createPasswords(() => argon2);
  return middle(
    Array.from({ length: rounds }, () => {
      const began = performance.now();
      hashPassword(goodPassword);
      return performance.now() - began;
    }),
  );
}

/** Prints the median time of a signed-in user's calls in milliseconds, each next to the time of a ping. */
export async function measureSessions(edge: Edge): Promise<void> {
  const caller = callerOf(edge);
  const signIn = () => caller.call("/token?grant_type=password", administrator);
  const session = (await (await signIn()).json()) as SessionResponse;
  let refreshToken = session.refresh_token;
  const calls: Record<string, () => Promise<Response>> = {
    "sign in": signIn,
    refresh: async () => {
      const response = await caller.call("/token?grant_type=refresh_token", { refresh_token: refreshToken });
      refreshToken = ((await response.clone().json()) as SessionResponse).refresh_token;
      return response;
    },
    profile: () => edge.fetch("/api/profile", { headers: bearer(session) }),
  };
  const table: Record<string, { ms: number; "ping beside it, ms": number | null }> = {
    "hash (in Node)": { ms: await hashMedian(), "ping beside it, ms": null },
  };
  for (const [name, call] of Object.entries(calls)) {
    const [times, pings]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      pings.push(await timed(() => caller.get("/settings")));
      times.push(await timed(call));
    }
    table[name] = { ms: middle(times), "ping beside it, ms": middle(pings) };
  }
  console.table(table);
}

/**
 * Returns the area under the ROC curve of two samples: 0.5 if their times cannot be told apart, 1 if they always can.
 */
function areaUnderCurve(one: number[], other: number[]): number {
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0) as number));
  return rounded(wins.reduce((sum, win) => sum + win, 0) / wins.length, 3);
}

/**
 * Measures whether the time of four calls reveals which addresses have an account. Calls come in pairs, in either
 * order.
 */
export async function measureEnumeration(edge: Edge): Promise<void> {
  const people: { email: string }[] = [];
  while (people.length < 5) people.push(await newcomer(edge));
  const calls: Record<string, (email: string) => Promise<Response>> = {
    "sign up": (email) => callerOf(edge).call("/signup", { email, password: goodPassword }),
    "sign in": (email) => callerOf(edge).call("/token?grant_type=password", { email, password: "wrong" }),
    recover: (email) => callerOf(edge).call("/recover", { email }),
    resend: (email) => callerOf(edge).call("/resend", { type: "signup", email }),
  };
  const table: Record<string, Record<string, number>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < pairs; pair += 1) {
      // An attempt limit would shorten the call.
      await edge.database.asOwner("delete from attempt_limits");
      const email = people[pair % people.length]?.email as string;
      const measure = async (times: number[], address: string) =>
        void times.push(await timed(() => call(address)));
      const both = [() => measure(known, email), () => measure(unknown, freshEmail())];
      for (const one of pair % 2 ? both : both.toReversed()) await one();
    }
    table[name] = {
      pairs,
      "known, ms": middle(known),
      "unknown, ms": middle(unknown),
      "area under the curve": areaUnderCurve(known, unknown),
    };
  }
  console.table(table);
}

/** Measures whether tabs that refresh at the same moment lose a session. */
export async function measureParallelRefreshes(edge: Edge): Promise<void> {
  const { session } = await newcomer(edge);
  const refresh = async (): Promise<Response> => {
    const answer = await callerOf(edge, freshAddress()).call("/token?grant_type=refresh_token", {
      refresh_token: session.refresh_token,
    });
    return answer.status === 503 ? refresh() : answer;
  };
  const answers = await Promise.all(Array.from({ length: 50 }, refresh));
  const sessions = (await Promise.all(answers.map((answer) => answer.json()))) as SessionResponse[];
  const living = await Promise.all(
    sessions.map((one) => edge.fetch("/api/profile", { headers: bearer(one) })),
  );
  console.table({
    "parallel refreshes": answers.length,
    "different successors": new Set(sessions.map((one) => one.refresh_token)).size,
    "sessions lost": living.filter(({ status }) => status !== 200).length,
  });
}
