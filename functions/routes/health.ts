// What the edge can reach now. Who: anyone. 503 while the database is away.
import { Hono } from "hono";
import type { AppEnv } from "../context.ts";
import type { Health } from "../contract/health.ts";
import { isReachable } from "../data/reachability.ts";
import type { Environment } from "../env.ts";

const patience = 2_000;

async function contentAnswers(environment: Environment): Promise<boolean> {
  const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset, SANITY_API_HOST: host } = environment;
  const address = new URL(
    `/v2025-02-19/data/query/${dataset}?query=${encodeURIComponent("*[0]._id")}`,
    host ?? `https://${project}.api.sanity.io`,
  );
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}

const wording = (reachable: boolean) => (reachable ? "ok" : "unavailable");

export const health = new Hono<AppEnv>().get("/", async (c) => {
  const [database, content] = await Promise.all([
    isReachable(c.var.database),
    contentAnswers(c.var.environment),
  ]);
  const body: Health = {
    status: database && content ? "ok" : "degraded",
    database: wording(database),
    content: wording(content),
  };
  return database ? c.json(body) : c.json(body, 503, { "Retry-After": "5" });
});
