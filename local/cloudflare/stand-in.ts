import { buffer } from "node:stream/consumers";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { namespaceRoutes } from "./namespaces.ts";
import { deploymentRoutes } from "./pages-deployments.ts";
import { domainRoutes, newProject, projectRoutes } from "./pages-projects.ts";
import { Refused, type Request, type Route } from "./route.ts";
import { newWorker, workerRoutes } from "./workers.ts";
import { type DnsEntry, zoneRoutes } from "./zones.ts";

/** A call that was made, as it came; the body of one that is no JSON is left out. */
type Call = { method: string; path: string; body?: unknown };

/** How a call can go wrong: an error of the provider's, a refusal, or no answer at all. */
export type Failure = 500 | 403 | "silence";

// Not by its type: wrangler says of some of them that they are plain text.
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** An answer of the API: its status, and the body as it is sent. */
type Answer = { status: number; body: object };

const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

/** What answers to a call of one of the routes. */
function openRoutes(routes: Route[]) {
  const patterns = routes.map(([method, path, answer]) => ({
    ...{ method, answer },
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "([^/]+)")}$`),
  }));
  return async (method: string, path: string, request: Request): Promise<Answer> => {
    for (const { pattern, answer, ...route } of patterns) {
      const [found, ...names] = (route.method === method && pattern.exec(path)) || [];
      if (found === undefined) continue;
      try {
        const result = await answer(names, request);
        return { status: 200, body: { success: true, errors: [], messages: [], result } };
      } catch (error) {
        if (error instanceof Refused) return refusal(error.status, error.code, error.message);
        throw error;
      }
    }
    return refusal(404, 7003, `Could not route to ${path}`);
  };
}

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
  const entries: DnsEntry[] = [];
  const settings = new Map<string, unknown>();
  const calls: Call[] = [];
  let failureOf = (_path: string, _method: string): Failure | boolean => false;

  const inAccount = `/accounts/${options.account}`;
  const pages = `${inAccount}/pages/projects`;
  const answerTo = openRoutes([
    ...projectRoutes(pages, projects),
    ...deploymentRoutes(pages, projects),
    ...domainRoutes(pages, projects, (host) => entries.some(({ name }) => name === host)),
    ...workerRoutes(`${inAccount}/workers`, workers),
    ...namespaceRoutes(`${inAccount}/storage/kv/namespaces`, namespaces),
    ...zoneRoutes(options.zones ?? [], entries, settings),
  ]);
  const isAllowed = (path: string, bearer: string | undefined) =>
    bearer === `Bearer ${options.token}` ||
    (path.startsWith("/pages/assets/") && bearer?.startsWith("Bearer upload."));

  const listener = await listenOnLoopback(options.port ?? 0, async (request, response, { url }) => {
    const { method = "GET", headers } = request;
    const send = ({ status, body }: Answer) =>
      void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    const body = await buffer(request);
    const json = parsed(body);
    const path = url.pathname.replace(/^\/client\/v4/, "");
    calls.push({ method, path: url.pathname, ...(json !== undefined && { body: json }) });
    const failure = isAllowed(path, headers.authorization) ? failureOf(url.pathname, method) : 403;
    if (failure === "silence") return void response.destroy();
    if (failure === 403) return send(refusal(403, 10000, "Authentication error"));
    if (failure) return send(refusal(500, 10013, "An unknown error has occurred."));
    const asked = { body, json: json as never, type: headers["content-type"], query: url.searchParams };
    send(await answerTo(method, path, asked));
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
    breakWhere: (rule: (path: string, method: string) => Failure | boolean) => {
      failureOf = rule;
    },
    close: listener.close,
  };
}
