import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { ApiError, mergeSecrets, openCalls, type SecretValues, succeed } from "./api.ts";
import { readForm, readUpload, type UploadedWorker } from "./uploaded.ts";

/** A version of a Worker: the upload, with the secrets at that time. */
type WorkerVersion = { id: string; upload: UploadedWorker; secrets: SecretValues };
type Worker = {
  secrets: SecretValues;
  versions: WorkerVersion[];
  live: WorkerVersion | null;
  crons: string[];
};
/** The Workers of an account by name. */
type Workers = Map<string, Worker>;

export const newWorker = (): Worker => ({ secrets: {}, versions: [], live: null, crons: [] });

function getWorker(workers: Workers, name: string): Worker {
  const worker = workers.get(name);
  if (!worker) throw new ApiError(404, 10007, "This Worker does not exist on your account.");
  return worker;
}

/** Stores an uploaded version of a Worker, and creates the Worker if it is missing. */
async function storeUpload(context: Context, name: string, workers: Workers) {
  const worker = workers.get(name) ?? newWorker();
  workers.set(name, worker);
  const body = new Uint8Array(await context.req.arrayBuffer());
  const upload = await readUpload(await readForm(body, context.req.header("content-type")));
  const version = { id: randomUUID(), upload, secrets: { ...worker.secrets } };
  worker.versions.push(version);
  return { worker, version };
}

const listSecrets = ({ secrets }: Worker) =>
  Object.keys(secrets).map((name) => ({ name, type: "secret_text" }));

/** Stands in for Cloudflare's API of Worker versions in tests: accepts uploads, reads and sets the live version. */
function versionsApi(workers: Workers): Hono {
  const api = new Hono();
  const answer = openCalls(api, (name) => getWorker(workers, name));
  answer("GET", "/services/:name", ({ live }, context) => {
    const id = context.req.param("name");
    const script = { id, tag: id, last_deployed_from: live ? "wrangler" : "api" };
    return { id, default_environment: { environment: "production", script } };
  });
  api.put("/scripts/:name", async (context) => {
    const id = context.req.param("name");
    const { worker, version } = await storeUpload(context, id, workers);
    // A Worker that has secrets but no modules yet is a draft, which answers no request.
    if (version.upload.modules.size > 0) worker.live = version;
    return succeed(context, { id, etag: version.id, deployment_id: version.id, startup_time_ms: 10 });
  });
  answer("POST", "/scripts/:name/versions", async (_worker, context) => {
    const { version } = await storeUpload(context, String(context.req.param("name")), workers);
    return { id: version.id, startup_time_ms: 10, resources: { script: { etag: version.id } } };
  });
  answer("GET", "/scripts/:name/versions/:id", ({ versions }, context) => {
    const id = context.req.param("id");
    if (!versions.some((version) => version.id === id)) throw new ApiError(404, 10092, "Version not found.");
    return { id, number: 1, metadata: { created_on: "2026-01-01T00:00:00Z", source: "wrangler" } };
  });
  answer("GET", "/scripts/:name/deployments", ({ live }) => {
    const deployment = live && {
      id: live.id,
      created_on: "2026-01-01T00:00:00Z",
      source: "wrangler",
      author_email: "",
      versions: [{ version_id: live.id, percentage: 100 }],
    };
    return { deployments: deployment ? [deployment] : [] };
  });
  answer("POST", "/scripts/:name/deployments", async (worker, context) => {
    const { versions } = await context.req.json<{ versions: { version_id: string }[] }>();
    const version = worker.versions.find(({ id }) => id === versions[0]?.version_id);
    if (!version) throw new ApiError(404, 10092, "Version not found.");
    worker.live = version;
    return { id: randomUUID() };
  });
  return api;
}

/**
 * Serves Cloudflare's API of Workers to wrangler: versions, secrets and cron schedules. No Worker has a workers.dev
 * subdomain here.
 */
export function workersApi(workers: Workers): Hono {
  const api = versionsApi(workers);
  const answer = openCalls(api, (name) => getWorker(workers, name));
  const noSubdomain = (context: Context) => succeed(context, { enabled: false, previews_enabled: false });
  answer("GET", "/scripts/:name/secrets", listSecrets);
  answer("PATCH", "/scripts/:name/secrets-bulk", async (worker, context) => {
    const { secrets } = await context.req.json<{ secrets: Record<string, { text: string } | null> }>();
    const changes = Object.entries(secrets).map(([name, secret]) => [name, secret?.text]);
    mergeSecrets(worker.secrets, Object.fromEntries(changes));
    return listSecrets(worker);
  });
  api.patch("/scripts/:name/script-settings", (context) => succeed(context, {}));
  api.get("/scripts/:name/subdomain", noSubdomain);
  api.post("/scripts/:name/subdomain", noSubdomain);
  answer("PUT", "/scripts/:name/schedules", async (worker, context) => {
    const schedules = await context.req.json<{ cron: string }[]>();
    worker.crons = schedules.map(({ cron }) => cron);
    return { schedules };
  });
  return api;
}
