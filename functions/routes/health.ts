// What the edge can reach now. Who: anyone. 503 while the database is away.
import { type Context, Hono } from "hono";
import { apiVersion } from "#cms/content/api-version.ts";
import type { AppEnv } from "#functions/context.ts";
import type { Health } from "#functions/contract/health.ts";
import { reach } from "#functions/data/reachability.ts";
import type { Environment } from "#functions/env.ts";

const timeout = 2_000;

// The answer says only that it is away; the log says why.
const databaseAnswers = (c: Context<AppEnv>): Promise<boolean> =>
  reach(c.var.database).then(
    () => true,
    (fault) => {
      c.set("fault", fault);
      return false;
    },
  );

async function contentAnswers(environment: Environment): Promise<boolean> {
  const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset, SANITY_API_HOST: host } = environment;
  const address = new URL(
    `/v${apiVersion}/data/query/${dataset}?query=${encodeURIComponent("*[0]._id")}`,
    host ?? `https://${project}.api.sanity.io`,
  );
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}

const wording = (reachable: boolean) => (reachable ? "ok" : "unavailable");

export const health = new Hono<AppEnv>().get("/", async (c) => {
  const [database, content] = await Promise.all([databaseAnswers(c), contentAnswers(c.var.environment)]);
  const body: Health = {
    status: database && content ? "ok" : "degraded",
    database: wording(database),
    content: wording(content),
  };
  return database ? c.json(body) : c.json(body, 503, { "Retry-After": "5" });
});
