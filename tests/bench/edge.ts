// `npm run bench -- edge` measures the API's calls, one at a time, and whether the time of a call that takes an address
// reveals which addresses have an account.
import loadArgon2 from "@phi-ag/argon2/node";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { createCaller, createClientAddress, createConfirmedUser, goodPassword } from "../support/accounts.ts";
import { startEdge, visitorTimeout } from "../support/edge.ts";
import { bearer, json, type SessionResponse } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { measureCall, measureEnumeration } from "./enumeration.ts";
import { measureMedian, median, roundTo } from "./figures.ts";

const rounds = 50;

// Every delay lasts as long as on the site.
const edge = await startEdge(visitorTimeout, "people", null);

const roundMedian = (times: number[]) => roundTo(median(times), 1);

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
  await measureEnumeration(edge);
} finally {
  await edge.close();
}
