// `npm run bench -- edge` measures the API's calls, one at a time, and whether sign-in times reveal which addresses
// have an account.
import { startEdge, visitorTimeout } from "../support/edge.ts";
import { json } from "../support/requests.ts";
import { measureEnumeration, measureParallelRefreshes, measureSessions } from "./accounts.ts";
import { median, roundTo } from "./quantiles.ts";

const rounds = 50;

const edge = await startEdge(visitorTimeout);
const measureMedian = async (call: () => Promise<Response>) => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const response = await call();
    await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
    times.push(performance.now() - startedAt);
  }
  return roundTo(median(times), 1);
};
try {
  console.table({
    "ping (settings), ms": await measureMedian(() => edge.fetch("/api/auth/settings")),
    "contact message, ms": await measureMedian(() =>
      edge.fetch("/api/contact", json({ name: "Ana", email: "ana@example.com" })),
    ),
  });
  await measureSessions(edge);
  await measureParallelRefreshes(edge);
  await measureEnumeration(edge);
} finally {
  await edge.close();
}
