import { randomUUID } from "node:crypto";
import { mergeSecrets, type Secrets } from "./given-secrets.ts";
import { Refused, type Request, type Route } from "./route.ts";
import { readForm, readUpload, type UploadedWorker } from "./uploaded.ts";

/** A version of a Worker: what was uploaded, with the secrets of then. */
type WorkerVersion = { id: string; uploaded: UploadedWorker; secrets: Secrets };
type Worker = { secrets: Secrets; versions: WorkerVersion[]; live: WorkerVersion | null; crons: string[] };
/** The Workers of an account by their names. */
type Workers = Map<string, Worker>;

export const newWorker = (): Worker => ({ secrets: {}, versions: [], live: null, crons: [] });

function workerOf(workers: Workers, name: string): Worker {
  const worker = workers.get(name);
  if (!worker) throw new Refused(404, 10007, "This Worker does not exist on your account.");
  return worker;
}

async function upload(name: string, workers: Workers, { body, type }: Request) {
  const worker = workers.get(name) ?? newWorker();
  workers.set(name, worker);
  const uploaded = await readUpload(await readForm(new Uint8Array(body), type));
  const version = { id: randomUUID(), uploaded, secrets: { ...worker.secrets } };
  worker.versions.push(version);
  return { worker, version };
}

/** What is asked of a Worker's versions: to take one, and which one runs. */
const versionRoutes = (address: string, workers: Workers): Route[] => [
  [
    "GET",
    `${address}/services/:name`,
    ([name = ""]) => {
      const { live } = workerOf(workers, name);
      return {
        id: name,
        default_environment: {
          environment: "production",
          script: { id: name, tag: name, last_deployed_from: live ? "wrangler" : "api" },
        },
      };
    },
  ],
  [
    "PUT",
    `${address}/scripts/:name`,
    async ([name = ""], request) => {
      const { worker, version } = await upload(name, workers, request);
      // A Worker that secrets were given before it was deployed is a draft, which answers nobody.
      worker.live = version.uploaded.modules.size > 0 ? version : worker.live;
      return { id: name, etag: version.id, deployment_id: version.id, startup_time_ms: 10 };
    },
  ],
  [
    "POST",
    `${address}/scripts/:name/versions`,
    async ([name = ""], request) => {
      workerOf(workers, name);
      const { version } = await upload(name, workers, request);
      return { id: version.id, startup_time_ms: 10, resources: { script: { etag: version.id } } };
    },
  ],
  [
    "GET",
    `${address}/scripts/:name/versions/:id`,
    ([name = "", id]) => {
      const found = workerOf(workers, name).versions.find((each) => each.id === id);
      if (!found) throw new Refused(404, 10092, "Version not found.");
      return { id, number: 1, metadata: { created_on: "2026-01-01T00:00:00Z", source: "wrangler" } };
    },
  ],
  [
    "GET",
    `${address}/scripts/:name/deployments`,
    ([name = ""]) => {
      const { live } = workerOf(workers, name);
      const version = live && {
        id: live.id,
        created_on: "2026-01-01T00:00:00Z",
        source: "wrangler",
        author_email: "",
      };
      return {
        deployments: version ? [{ ...version, versions: [{ version_id: live.id, percentage: 100 }] }] : [],
      };
    },
  ],
  [
    "POST",
    `${address}/scripts/:name/deployments`,
    ([name = ""], { json }) => {
      const worker = workerOf(workers, name);
      const [{ version_id: id } = { version_id: "" }] = (json as { versions: { version_id: string }[] })
        .versions;
      const found = worker.versions.find((each) => each.id === id);
      if (!found) throw new Refused(404, 10092, "Version not found.");
      worker.live = found;
      return { id: randomUUID() };
    },
  ],
];

/** What is asked of a Worker beside its code: its secrets and its crons. */
const settingRoutes = (scripts: string, workers: Workers): Route[] => [
  [
    "GET",
    `${scripts}/:name/secrets`,
    ([name = ""]) =>
      Object.keys(workerOf(workers, name).secrets).map((key) => ({ name: key, type: "secret_text" })),
  ],
  [
    "PATCH",
    `${scripts}/:name/secrets-bulk`,
    ([name = ""], { json }) => {
      const { secrets } = workerOf(workers, name);
      const { secrets: given } = json as { secrets: Record<string, { text: string } | null> };
      mergeSecrets(
        secrets,
        Object.fromEntries(Object.entries(given).map(([key, each]) => [key, each?.text])),
      );
      return Object.keys(secrets).map((key) => ({ name: key, type: "secret_text" }));
    },
  ],
  ["PATCH", `${scripts}/:name/script-settings`, () => ({})],
  ["GET", `${scripts}/:name/subdomain`, () => ({ enabled: false, previews_enabled: false })],
  ["POST", `${scripts}/:name/subdomain`, () => ({ enabled: false, previews_enabled: false })],
  [
    "PUT",
    `${scripts}/:name/schedules`,
    ([name = ""], { json }) => {
      workerOf(workers, name).crons = (json as { cron: string }[]).map(({ cron }) => cron);
      return { schedules: json };
    },
  ],
];

/** What is asked of Workers at `address`. */
export const workerRoutes = (address: string, workers: Workers): Route[] => [
  ...versionRoutes(address, workers),
  ...settingRoutes(`${address}/scripts`, workers),
];
