import { buffer } from "node:stream/consumers";
import { Hono } from "hono";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { type DnsEntry, fail, namespacesApi, Refused, zonesApi } from "./api.ts";
import { assetsApi, deploymentsApi, newProject, projectsApi } from "./pages.ts";
import { newWorker, workersApi } from "./workers.ts";

/** A call that was made, as it came; the body of one that is no JSON is left out. */
type Call = { method: string; path: string; body?: unknown };

/** How a call can go wrong: an error of the provider's, a refusal, or no answer at all. */
type Failure = 500 | 403 | "silence";

// Not by its type: wrangler says of some of them that they are plain text.
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

type Options = {
  account: string;
  token: string;
  projects?: string[];
  workers?: string[];
  zones?: string[];
  port?: number;
};

/** Says how a call fails, if at all. */
type FailureRule = (path: string, method: string) => Failure | boolean;

function openApi({ account, token, zones = [], ...options }: Options, failureOf: FailureRule) {
  const kept = {
    projects: new Map((options.projects ?? []).map((name) => [name, newProject()])),
    workers: new Map((options.workers ?? []).map((name) => [name, newWorker()])),
    namespaces: new Map<string, string>(),
    entries: [] as DnsEntry[],
    settings: new Map<string, unknown>(),
  };
  const { projects, workers, namespaces, entries, settings } = kept;
  const assets = new Map<string, Uint8Array>();
  const inAccount = `/accounts/${account}`;
  const api = new Hono().basePath("/client/v4");
  api.use(async (context, next) => {
    const bearer = context.req.header("authorization");
    const isUpload = context.req.path.startsWith("/client/v4/pages/assets/");
    const isAllowed = bearer === `Bearer ${token}` || (isUpload && bearer?.startsWith("Bearer upload."));
    const failure = isAllowed ? failureOf(context.req.path, context.req.method) : 403;
    if (failure === 403) return fail(context, 403, 10000, "Authentication error");
    return failure ? fail(context, 500, 10013, "An unknown error has occurred.") : next();
  });
  api.route("/pages/assets", assetsApi(assets));
  api.route(
    `${inAccount}/pages/projects`,
    projectsApi(projects, (host) => entries.some(({ name }) => name === host)),
  );
  api.route(`${inAccount}/pages/projects`, deploymentsApi(projects, assets));
  api.route(`${inAccount}/workers`, workersApi(workers));
  api.route(`${inAccount}/storage/kv/namespaces`, namespacesApi(namespaces));
  api.route("/zones", zonesApi(zones, entries, settings));
  api.notFound((context) => {
    const path = context.req.path.replace(/^\/client\/v4/, "");
    return fail(context, 404, 7003, `Could not route to ${path}`);
  });
  api.onError((error, context) => {
    if (error instanceof Refused) return fail(context, error.status, error.code, error.message);
    throw error;
  });
  return { api, kept };
}

/**
 * The part of Cloudflare's API (v4) that wrangler 4 and `npm run deploy` ask, at `address`: Pages projects with their secrets, hosts and
 * deployments, Workers with their secrets, versions and crons, namespaces of KV, and the DNS of `zones`. It checks the token and keeps what it
 * is given; like Cloudflare it never answers with a secret.
 */
export async function startCloudflare(options: Options) {
  const calls: Call[] = [];
  let failureOf: FailureRule = () => false;
  const { api, kept } = openApi(options, (path, method) => failureOf(path, method));
  const { projects, workers, namespaces, entries, settings } = kept;

  const listener = await listenOnLoopback(options.port ?? 0, async (request, response, { url }) => {
    const { method = "GET", headers } = request;
    const body = await buffer(request);
    const json = parsed(body);
    calls.push({ method, path: url.pathname, ...(json !== undefined && { body: json }) });
    if (failureOf(url.pathname, method) === "silence") return void response.destroy();
    const answer = await api.fetch(
      new Request(url, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(method !== "GET" && method !== "HEAD" && { body: new Uint8Array(body) }),
      }),
    );
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
  });

  return {
    /** For CLOUDFLARE_API_BASE_URL. */
    address: `http://localhost:${listener.port}/client/v4`,
    calls,
    namespaces,
    entries,
    /** The settings of the zones that were changed, by name. */
    settings,
    /** The secrets that a project has for production, by name; undefined where there is no such project. */
    secretsOfProject: (name: string) => projects.get(name)?.secrets,
    /** The same of a Worker. */
    secretsOfWorker: (name: string) => workers.get(name)?.secrets,
    /** A Pages project, and a Worker; undefined where there is none. */
    project: (name: string) => projects.get(name),
    worker: (name: string) => workers.get(name),
    /** Has the calls fail for which the rule says so: `true` with 500. */
    breakWhere: (rule: FailureRule) => {
      failureOf = rule;
    },
    close: listener.close,
  };
}
