// `npm run bench -- edge` measures the API's calls, one at a time, and whether sign-in times reveal which addresses
// have an account.
import loadArgon2 from "@phi-ag/argon2/node";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { say } from "#local/processes/terminal.ts";
import {
  createCaller,
  createClientAddress,
  createConfirmedUser,
  createEmail,
  goodPassword,
} from "../support/accounts.ts";
import { startEdge, visitorTimeout } from "../support/edge.ts";
import { bearer, json, type SessionResponse } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { measureMedian, median, roundTo } from "./figures.ts";

const rounds = 50;
const pairs = 300;

const edge = await startEdge(visitorTimeout);

const roundMedian = (times: number[]) => roundTo(median(times), 1);

async function measureCall(call: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now();
  const response = await call();
  await response.text();
  const time = performance.now() - startedAt;
  // The edge answers 503 while the machine is busy with other work, so the call is repeated.
  if (response.status === 503) return measureCall(call);
  if (response.status === 429) throw new Error("The edge answered 429: an attempt limit was reached.");
  return time;
}

async function measureHash(): Promise<number> {
  const argon2 = await loadArgon2();
  const { hashPassword } = createPasswords(() => argon2);
  return roundMedian(
    Array.from({ length: rounds }, () => {
      const startedAt = performance.now();
      hashPassword(goodPassword);
      return performance.now() - startedAt;
    }),
  );
}

/** Prints the median time of a signed-in user's calls in milliseconds, each next to the time of a ping. */
async function measureSessions(): Promise<void> {
  const caller = createCaller(edge);
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
    "hash (in Node)": { ms: await measureHash(), "ping beside it, ms": null },
  };
  for (const [name, call] of Object.entries(calls)) {
    const [times, pings]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      pings.push(await measureCall(() => caller.get("/settings")));
      times.push(await measureCall(call));
    }
    table[name] = { ms: roundMedian(times), "ping beside it, ms": roundMedian(pings) };
  }
  console.table(table);
}

/**
 * Returns the area under the ROC curve of two samples: 0.5 if their times cannot be told apart, 1 if they always can.
 */
function areaUnderCurve(sample: number[], otherSample: number[]): number {
  const wins = sample.flatMap((a) => otherSample.map((b) => (a > b ? 1 : a === b ? 0.5 : 0) as number));
  return roundTo(wins.reduce((sum, win) => sum + win, 0) / wins.length, 3);
}

/**
 * Measures whether the time of four calls reveals which addresses have an account. Calls come in pairs, in either
 * order. The edge of the tests skips the 250 ms before which the site answers no call that mails, so the times of sign
 * up, recover and resend are those of the work that this delay covers.
 */
async function measureEnumeration(): Promise<void> {
  const accounts: { email: string }[] = [];
  while (accounts.length < 5) accounts.push(await createConfirmedUser(edge));
  const calls: Record<string, (email: string) => Promise<Response>> = {
    "sign up": (email) => createCaller(edge).call("/signup", { email, password: goodPassword }),
    "sign in": (email) => createCaller(edge).call("/token?grant_type=password", { email, password: "wrong" }),
    recover: (email) => createCaller(edge).call("/recover", { email }),
    resend: (email) => createCaller(edge).call("/resend", { type: "signup", email }),
  };
  const table: Record<string, Record<string, number>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const [knownTimes, unknownTimes]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < pairs; pair += 1) {
      // An attempt limit would shorten the call.
      await edge.database.asOwner("delete from attempt_limits");
      const email = accounts[pair % accounts.length]?.email as string;
      const measure = async (times: number[], address: string) =>
        void times.push(await measureCall(() => call(address)));
      const measurements = [() => measure(knownTimes, email), () => measure(unknownTimes, createEmail())];
      for (const measurePair of pair % 2 ? measurements : measurements.toReversed()) await measurePair();
    }
    table[name] = {
      pairs,
      "known, ms": roundMedian(knownTimes),
      "unknown, ms": roundMedian(unknownTimes),
      "area under the curve": areaUnderCurve(knownTimes, unknownTimes),
    };
  }
  console.table(table);
  say("Without the 250 ms before which the site answers sign up, recover and resend.");
}

/** Measures whether tabs that refresh at the same moment lose a session. */
async function measureParallelRefreshes(): Promise<void> {
  const { session } = await createConfirmedUser(edge);
  const refresh = async (): Promise<Response> => {
    const answer = await createCaller(edge, createClientAddress()).call("/token?grant_type=refresh_token", {
      refresh_token: session.refresh_token,
    });
    return answer.status === 503 ? refresh() : answer;
  };
  const answers = await Promise.all(Array.from({ length: 50 }, refresh));
  const sessions = (await Promise.all(answers.map((answer) => answer.json()))) as SessionResponse[];
  const profiles = await Promise.all(
    sessions.map((successor) => edge.fetch("/api/profile", { headers: bearer(successor) })),
  );
  console.table({
    "parallel refreshes": answers.length,
    "different successors": new Set(sessions.map((successor) => successor.refresh_token)).size,
    "sessions lost": profiles.filter(({ status }) => status === 401).length,
  });
}

try {
  console.table({
    "ping (settings), ms": await measureMedian(() => edge.fetch("/api/auth/settings")),
    "contact message, ms": await measureMedian(() =>
      edge.fetch("/api/contact", json({ name: "Ana", email: "ana@example.com" })),
    ),
  });
  await measureSessions();
  await measureParallelRefreshes();
  await measureEnumeration();
} finally {
  await edge.close();
}
