import { buffer } from "node:stream/consumers";
import { Hono } from "hono";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { ApiError, type Buckets, bucketsApi, type DnsEntry, fail, namespacesApi, zonesApi } from "./api.ts";
import { assetsApi, deploymentsApi, newProject, projectsApi } from "./pages.ts";
import { newWorker, workersApi } from "./workers.ts";

/** A received call; a body that is not JSON is omitted. */
type ReceivedCall = { method: string; path: string; body?: unknown };

/** A way in which a call fails: a provider error, a rejection, or no answer. */
type CallFailure = 500 | 403 | "silence";

/** Parses a JSON body; undefined for another body. Its type does not tell: wrangler sends some JSON as plain text. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

type CloudflareOptions = {
  account: string;
  token: string;
  projects?: string[];
  workers?: string[];
  zones?: string[];
};

/** Returns how a call fails, if at all. */
type FailureRule = (path: string, method: string) => CallFailure | boolean;

/**
 * Creates the API of the stand-in, and the stores that a test reads. `failureOf` lets calls fail, so that a test can
 * break the provider.
 */
function openApi({ account, token, zones = [], ...options }: CloudflareOptions, failureOf: FailureRule) {
  const stores = {
    projects: new Map((options.projects ?? []).map((name) => [name, newProject(name)])),
    workers: new Map((options.workers ?? []).map((name) => [name, newWorker()])),
    namespaces: new Map<string, string>(),
    buckets: new Map() as Buckets,
    entries: [] as DnsEntry[],
    settings: new Map<string, unknown>(),
  };
  const { projects, workers, namespaces, buckets, entries, settings } = stores;
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
  api.route(`${inAccount}/r2/buckets`, bucketsApi(buckets));
  api.route("/zones", zonesApi(zones, entries, settings));
  api.notFound((context) => {
    const path = context.req.path.replace(/^\/client\/v4/, "");
    return fail(context, 404, 7003, `Could not route to ${path}`);
  });
  api.onError((error, context) => {
    if (error instanceof ApiError) return fail(context, error.status, error.code, error.message);
    throw error;
  });
  return { api, stores };
}

/**
 * Serves to tests the part of Cloudflare's API (v4) that wrangler 4 and `npm run deploy` use, at `address`: Pages
 * projects with secrets, hosts and deployments, Workers with secrets, versions and crons, KV namespaces, R2 buckets, and the
 * DNS of `zones`. It checks the token and stores what it receives. Like Cloudflare it never returns a secret.
 */
export async function startCloudflare(options: CloudflareOptions) {
  const calls: ReceivedCall[] = [];
  let failureOf: FailureRule = () => false;
  const { api, stores } = openApi(options, (path, method) => failureOf(path, method));
  const { projects, workers, namespaces, buckets, entries, settings } = stores;

  const listener = await listenOnLoopback(0, async (request, response, { url }) => {
    const { method = "GET", headers } = request;
    const body = await buffer(request);
    const json = parseJson(body);
    calls.push({ method, path: url.pathname, ...(json !== undefined && { body: json }) });
    if (failureOf(url.pathname, method) === "silence") return void response.destroy();
    const answer = await api.fetch(
      new Request(url, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(method !== "GET" && method !== "HEAD" && { body: new Uint8Array(body) }),
      }),
    );
    response
      .writeHead(answer.status, { "Content-Type": "application/json" })
      .end(new Uint8Array(await answer.arrayBuffer()));
  });

  return {
    /** The value of CLOUDFLARE_API_BASE_URL. */
    address: `http://localhost:${listener.port}/client/v4`,
    calls,
    namespaces,
    buckets,
    entries,
    /** The changed settings of the zones, by name. */
    settings,
    /** Return a Pages project, or a Worker; undefined if it does not exist. */
    project: (name: string) => projects.get(name),
    worker: (name: string) => workers.get(name),
    /** Makes the calls fail for which the rule returns a failure; `true` means 500. */
    breakWhere: (rule: FailureRule) => {
      failureOf = rule;
    },
    close: listener.close,
  };
}
