import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { readForm, readUpload, type UploadedWorker } from "./uploaded.ts";

type Secrets = Record<string, string>;

/** A call that was made, as it came; the body of one that is no JSON is left out. */
type Call = { method: string; path: string; body?: unknown };

/** What Pages serves: the files by their paths, what it knows of them, and the Worker before them. */
export type PagesDeployment = {
  id: string;
  branch: string;
  files: Map<string, Uint8Array>;
  rules: Record<string, string>;
  worker: UploadedWorker | null;
  /** The secrets that the project had for production when it was deployed; a preview has none. */
  secrets: Secrets;
};
type Project = {
  secrets: Secrets;
  domains: string[];
  deployments: PagesDeployment[];
  live: PagesDeployment | null;
};

/** A version of a Worker: what was uploaded, with the secrets of then. */
type WorkerVersion = { id: string; uploaded: UploadedWorker; secrets: Secrets };
type Worker = { secrets: Secrets; versions: WorkerVersion[]; live: WorkerVersion | null; crons: string[] };

type DnsEntry = { id: string; type: string; name: string; content: string };

/** How a call can go wrong: an error of the provider's, a refusal, or no answer at all. */
export type Failure = 500 | 403 | "silence";

class Refused extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

// Not by its type: wrangler says of some of them that they are plain text.
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** A page of a list, as it is asked for, of `most` at most. */
function pageOf<Item>(all: Item[], query: URLSearchParams, most: number): Item[] {
  const size = Math.min(Number(query.get("per_page") ?? most), most);
  const from = (Number(query.get("page") ?? 1) - 1) * size;
  return all.slice(from, from + size);
}

const newId = () => randomUUID().replaceAll("-", "");

/**
 * The part of Cloudflare's API (v4) that wrangler 4 and `npm run deploy` ask, at `address`: Pages projects with their secrets, hosts and
 * deployments, Workers with their secrets, versions and crons, namespaces of KV, and the DNS of `zones`. It checks the token and keeps what it
 * is given; like Cloudflare it never answers with a secret.
 */
export async function startCloudflare(options: {
  account: string;
  token: string;
  projects?: string[];
  workers?: string[];
  zones?: string[];
  port?: number;
}) {
  const projects = new Map((options.projects ?? []).map((name) => [name, newProject()]));
  const workers = new Map((options.workers ?? []).map((name) => [name, newWorker()]));
  const namespaces = new Map<string, string>();
  const zones = (options.zones ?? []).map((name) => ({ id: newId(), name, status: "active" }));
  const entries: DnsEntry[] = [];
  const assets = new Map<string, Uint8Array>();
  const calls: Call[] = [];
  let failureOf = (_path: string, _method: string): Failure | boolean => false;

  const projectOf = (name: string) => {
    const project = projects.get(name);
    if (!project) throw new Refused(404, 8000007, "Project not found.");
    return project;
  };
  const workerOf = (name: string) => {
    const worker = workers.get(name);
    if (!worker) throw new Refused(404, 10007, "This Worker does not exist on your account.");
    return worker;
  };

  const describeDeployment = (name: string, { id, branch }: PagesDeployment) => ({
    ...{
      id,
      url: `https://${id.slice(0, 8)}.${name}.pages.dev`,
      environment: branch === "main" ? "production" : "preview",
    },
    aliases: branch === "main" ? [] : [`https://${branch}.${name}.pages.dev`],
    latest_stage: { name: "deploy", status: "success" },
    deployment_trigger: { type: "ad_hoc", metadata: { branch } },
  });
  const describeProject = (name: string, { secrets, live, domains }: Project) => ({
    domains: [`${name}.pages.dev`, ...domains],
    ...{ id: name, name, subdomain: `${name}.pages.dev`, production_branch: "main" },
    canonical_deployment: live && describeDeployment(name, live),
    deployment_configs: {
      production: {
        env_vars: Object.fromEntries(
          Object.keys(secrets).map((key) => [key, { type: "secret_text", value: "" }]),
        ),
        ...{ wrangler_config_hash: "0", compatibility_flags: [] },
      },
      preview: { env_vars: {}, wrangler_config_hash: "0", compatibility_flags: [] },
    },
  });

  async function deployPages(name: string, body: Buffer, type: string | undefined) {
    const project = projectOf(name);
    const form = await readForm(new Uint8Array(body), type);
    const text = async (part: string) => {
      const value = form.get(part);
      return value instanceof File ? value.text() : (value ?? "");
    };
    const manifest = JSON.parse(await text("manifest")) as Record<string, string>;
    const files = Object.entries(manifest).map(([path, hash]) => {
      const bytes = assets.get(hash);
      if (!bytes) throw new Refused(400, 8000000, `${path} was not uploaded.`);
      return [path, bytes] as const;
    });
    const branch = (await text("branch")) || "main";
    const bundle = form.get("_worker.bundle");
    const rules = ["_headers", "_redirects", "_routes.json"];
    const deployment: PagesDeployment = {
      ...{ id: newId(), branch, files: new Map(files) },
      rules: Object.fromEntries(
        await Promise.all(rules.map(async (rule) => [rule, await text(rule)] as const)),
      ),
      worker: bundle instanceof File ? await readUpload(await readForm(await bundle.bytes())) : null,
      secrets: branch === "main" ? { ...project.secrets } : {},
    };
    project.deployments.unshift(deployment);
    if (deployment.branch === "main") project.live = deployment;
    return describeDeployment(name, deployment);
  }

  async function uploadWorker(name: string, body: Buffer, type: string | undefined) {
    const worker = workers.get(name) ?? newWorker();
    workers.set(name, worker);
    const uploaded = await readUpload(await readForm(new Uint8Array(body), type));
    const version = { id: randomUUID(), uploaded, secrets: { ...worker.secrets } };
    worker.versions.push(version);
    return { worker, version };
  }

  const mergeSecrets = (into: Secrets, given: Record<string, string | null | undefined>) => {
    for (const [key, value] of Object.entries(given)) {
      if (value === null || value === undefined) delete into[key];
      else into[key] = value;
    }
  };

  type Request = { body: Buffer; json: never; type: string | undefined; query: URLSearchParams };
  type Route = [method: string, path: string, answer: (names: string[], request: Request) => unknown];
  const inAccount = `/accounts/${options.account}`;
  const pages = `${inAccount}/pages/projects`;
  const scripts = `${inAccount}/workers/scripts`;
  const routes: Route[] = [
    ["GET", pages, () => [...projects].map(([name, project]) => describeProject(name, project))],
    [
      "POST",
      pages,
      (_, { json }) => {
        const { name } = json as { name: string };
        projects.set(name, newProject());
        return describeProject(name, projectOf(name));
      },
    ],
    ["GET", `${pages}/:name`, ([name = ""]) => describeProject(name, projectOf(name))],
    [
      "PATCH",
      `${pages}/:name`,
      ([name = ""], { json }) => {
        const project = projectOf(name);
        type Change = {
          deployment_configs?: { production?: { env_vars?: Record<string, { value: string } | null> } };
        };
        const given = (json as Change | undefined)?.deployment_configs?.production?.env_vars ?? {};
        mergeSecrets(
          project.secrets,
          Object.fromEntries(Object.entries(given).map(([key, each]) => [key, each?.value])),
        );
        return describeProject(name, project);
      },
    ],
    [
      "GET",
      `${pages}/:name/upload-token`,
      ([name = ""]) => {
        projectOf(name);
        const claims = { exp: Math.floor(Date.now() / 1000) + 3_600, max_file_count_allowed: 20_000 };
        return { jwt: `upload.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.token` };
      },
    ],
    [
      "POST",
      "/pages/assets/check-missing",
      (_, { json }) => (json as { hashes: string[] }).hashes.filter((hash) => !assets.has(hash)),
    ],
    [
      "POST",
      "/pages/assets/upload",
      (_, { json }) => {
        for (const { key, value } of json as { key: string; value: string }[])
          assets.set(key, Buffer.from(value, "base64"));
        return null;
      },
    ],
    ["POST", "/pages/assets/upsert-hashes", () => null],
    ["POST", `${pages}/:name/deployments`, ([name = ""], { body, type }) => deployPages(name, body, type)],
    [
      "GET",
      `${pages}/:name/deployments`,
      ([name = ""], { query }) => {
        const found = projectOf(name)
          .deployments.map((each) => describeDeployment(name, each))
          .filter(({ environment }) => !query.has("env") || query.get("env") === environment);
        return pageOf(found, query, 25);
      },
    ],
    [
      "GET",
      `${pages}/:name/deployments/:id`,
      ([name = "", id]) => {
        const found = projectOf(name).deployments.find((each) => each.id === id);
        if (!found) throw new Refused(404, 8000009, "Deployment not found.");
        return describeDeployment(name, found);
      },
    ],
    [
      "DELETE",
      `${pages}/:name/deployments/:id`,
      ([name = "", id]) => {
        const project = projectOf(name);
        project.deployments = project.deployments.filter((each) => each.id !== id);
        return null;
      },
    ],
    [
      "POST",
      `${pages}/:name/deployments/:id/rollback`,
      ([name = "", id]) => {
        const project = projectOf(name);
        const found = project.deployments.find((each) => each.id === id && each.branch === "main");
        if (!found) throw new Refused(404, 8000009, "Deployment not found.");
        project.live = found;
        return describeDeployment(name, found);
      },
    ],
    [
      "GET",
      `${pages}/:name/domains/:host`,
      ([name = "", host = ""]) => {
        if (!projectOf(name).domains.includes(host)) throw new Refused(404, 8000021, "Domain not found.");
        return { name: host, status: entries.some((each) => each.name === host) ? "active" : "pending" };
      },
    ],
    [
      "POST",
      `${pages}/:name/domains`,
      ([name = ""], { json }) => {
        const { name: host } = json as { name: string };
        projectOf(name).domains.push(host);
        return { name: host, status: "initializing" };
      },
    ],
    [
      "GET",
      `${inAccount}/workers/services/:name`,
      ([name = ""]) => {
        const { live } = workerOf(name);
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
      `${scripts}/:name`,
      async ([name = ""], { body, type }) => {
        const { worker, version } = await uploadWorker(name, body, type);
        // A Worker that secrets were given before it was deployed is a draft, which answers nobody.
        worker.live = version.uploaded.modules.size > 0 ? version : worker.live;
        return { id: name, etag: version.id, deployment_id: version.id, startup_time_ms: 10 };
      },
    ],
    [
      "POST",
      `${scripts}/:name/versions`,
      async ([name = ""], { body, type }) => {
        workerOf(name);
        const { version } = await uploadWorker(name, body, type);
        return { id: version.id, startup_time_ms: 10, resources: { script: { etag: version.id } } };
      },
    ],
    [
      "GET",
      `${scripts}/:name/deployments`,
      ([name = ""]) => {
        const { live } = workerOf(name);
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
      `${scripts}/:name/deployments`,
      ([name = ""], { json }) => {
        const worker = workerOf(name);
        const [{ version_id: id } = { version_id: "" }] = (json as { versions: { version_id: string }[] })
          .versions;
        const found = worker.versions.find((each) => each.id === id);
        if (!found) throw new Refused(404, 10092, "Version not found.");
        worker.live = found;
        return { id: randomUUID() };
      },
    ],
    [
      "GET",
      `${scripts}/:name/secrets`,
      ([name = ""]) => Object.keys(workerOf(name).secrets).map((key) => ({ name: key, type: "secret_text" })),
    ],
    [
      "PATCH",
      `${scripts}/:name/secrets-bulk`,
      ([name = ""], { json }) => {
        const { secrets } = workerOf(name);
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
        workerOf(name).crons = (json as { cron: string }[]).map(({ cron }) => cron);
        return { schedules: json };
      },
    ],
    [
      "GET",
      `${inAccount}/storage/kv/namespaces`,
      (_, { query }) =>
        pageOf(
          [...namespaces].map(([id, title]) => ({ id, title })),
          query,
          100,
        ),
    ],
    [
      "POST",
      `${inAccount}/storage/kv/namespaces`,
      (_, { json }) => {
        const { title } = json as { title: string };
        const id = newId();
        namespaces.set(id, title);
        return { id, title };
      },
    ],
    ["GET", "/zones", (_, { query }) => zones.filter(({ name }) => name === query.get("name"))],
    [
      "GET",
      "/zones/:id/dns_records",
      (_, { query }) => entries.filter(({ name }) => name === query.get("name")),
    ],
    [
      "POST",
      "/zones/:id/dns_records",
      (_, { json }) => {
        const entry = { ...(json as Omit<DnsEntry, "id">), id: newId() };
        entries.push(entry);
        return entry;
      },
    ],
  ];
  const patterns = routes.map(([method, path, answer]) => ({
    ...{ method, answer },
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "([^/]+)")}$`),
  }));

  const listener = await listenOnLoopback(options.port ?? 0, async (request, response, { url }) => {
    const { method = "GET", headers } = request;
    const send = (status: number, answer: object) =>
      void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    const refuse = (status: number, code: number, message: string) =>
      send(status, { success: false, errors: [{ code, message }], messages: [], result: null });
    const body = await buffer(request);
    const json = parsed(body);
    const path = url.pathname.replace(/^\/client\/v4/, "");
    calls.push({ method, path: url.pathname, ...(json !== undefined && { body: json }) });
    const bearer = headers.authorization;
    if (
      bearer !== `Bearer ${options.token}` &&
      !(path.startsWith("/pages/assets/") && bearer?.startsWith("Bearer upload."))
    ) {
      return refuse(403, 10000, "Authentication error");
    }
    const failure = failureOf(url.pathname, method);
    if (failure === "silence") return void response.destroy();
    if (failure === 403) return refuse(403, 10000, "Authentication error");
    if (failure) return refuse(500, 10013, "An unknown error has occurred.");
    for (const { pattern, answer, ...route } of patterns) {
      const [found, ...names] = (route.method === method && pattern.exec(path)) || [];
      if (found === undefined) continue;
      try {
        const result = await answer(names, {
          body,
          json: json as never,
          type: headers["content-type"],
          query: url.searchParams,
        });
        return send(200, { success: true, errors: [], messages: [], result });
      } catch (error) {
        if (error instanceof Refused) return refuse(error.status, error.code, error.message);
        throw error;
      }
    }
    refuse(404, 7003, `Could not route to ${path}`);
  });

  return {
    /** For CLOUDFLARE_API_BASE_URL. */
    address: `http://localhost:${listener.port}/client/v4`,
    calls,
    namespaces,
    entries,
    /** The secrets that a project has for production, by name; undefined where there is no such project. */
    secretsOfProject: (name: string) => projects.get(name)?.secrets,
    /** The same of a Worker. */
    secretsOfWorker: (name: string) => workers.get(name)?.secrets,
    /** A Pages project, and a Worker; undefined where there is none. */
    project: (name: string) => projects.get(name),
    worker: (name: string) => workers.get(name),
    /** Has the calls fail for which the rule says so: `true` with 500. */
    breakWhere: (rule: (path: string, method: string) => Failure | boolean) => {
      failureOf = rule;
    },
    close: listener.close,
  };
}

const newProject = (): Project => ({ secrets: {}, domains: [], deployments: [], live: null });
const newWorker = (): Worker => ({ secrets: {}, versions: [], live: null, crons: [] });
