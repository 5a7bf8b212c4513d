// `npm run bench -- edge` measures the API's calls, one at a time, and whether sign-in times reveal which addresses
// have an account.
import { startEdge, visitorTimeout } from "../support/edge.ts";
import { json } from "../support/requests.ts";
import { measureEnumeration, measureParallelRefreshes, measureSessions } from "./accounts.ts";
import { measureMedian } from "./figures.ts";

const edge = await startEdge(visitorTimeout);
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
