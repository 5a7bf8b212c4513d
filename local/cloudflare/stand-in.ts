import { text } from "node:stream/consumers";
import { listenOnLoopback } from "#local/processes/loopback.ts";

type Secret = { type: "secret_text"; value: string };

/** A call that was made, as it came; the body of one that is no JSON is left out. */
type Call = { method: string; path: string; body?: unknown };

// Not by its type: wrangler says of some of them that they are plain text.
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const refused = (code: number, message: string) => ({
  success: false,
  errors: [{ code, message }],
  messages: [],
});

/**
 * The part of Cloudflare's API (v4) that wrangler 4 asks to give a Pages project and a Worker their secrets, at `address`. Projects are
 * there from the beginning, Workers once they are uploaded. It checks the token and keeps what it is given; like Cloudflare it never
 * answers with a secret.
 */
export async function startCloudflare(options: {
  account: string;
  token: string;
  projects: string[];
  workers: string[];
  port?: number;
}) {
  const base = `/client/v4/accounts/${options.account}`;
  const projects = new Map(options.projects.map((name) => [name, {} as Record<string, Secret>]));
  const workers = new Map(options.workers.map((name) => [name, {} as Record<string, string>]));
  const calls: Call[] = [];
  let isBroken = (_path: string) => false;

  const project = (name: string, secrets: Record<string, Secret>) => ({
    ...{ id: name, name, subdomain: `${name}.pages.dev`, production_branch: "main" },
    deployment_configs: {
      production: {
        env_vars: Object.fromEntries(
          Object.entries(secrets).map(([key, { type }]) => [key, { type, value: "" }]),
        ),
        wrangler_config_hash: "0",
      },
      preview: { env_vars: {}, wrangler_config_hash: "0" },
    },
  });

  function answerProject(name: string, change: unknown): [status: number, answer: object] {
    const secrets = projects.get(name);
    if (!secrets) return [404, refused(8000007, "Project not found.")];
    const { deployment_configs: given } = (change ?? {}) as {
      deployment_configs?: { production?: { env_vars?: Record<string, Secret | null> } };
    };
    for (const [key, secret] of Object.entries(given?.production?.env_vars ?? {})) {
      if (secret) secrets[key] = secret;
      else delete secrets[key];
    }
    return [200, { result: project(name, secrets) }];
  }

  function answerSecrets(name: string, change: unknown): [status: number, answer: object] {
    const secrets = workers.get(name);
    if (!secrets) return [404, refused(10007, "This Worker does not exist on your account.")];
    const { secrets: given } = change as { secrets: Record<string, { text: string } | null> };
    for (const [key, secret] of Object.entries(given)) {
      if (secret) secrets[key] = secret.text;
      else delete secrets[key];
    }
    return [200, { result: Object.keys(secrets).map((key) => ({ name: key, type: "secret_text" })) }];
  }

  const listener = await listenOnLoopback(options.port ?? 0, async (request, response, { path }) => {
    const { method = "GET", headers } = request;
    const answer = (status: number, body: object) =>
      response
        .writeHead(status, { "Content-Type": "application/json" })
        .end(JSON.stringify({ success: true, errors: [], messages: [], ...body }));
    const body = parsed(await text(request));
    calls.push({ method, path, ...(body !== undefined && { body }) });
    if (headers.authorization !== `Bearer ${options.token}`) {
      return void answer(403, refused(10000, "Authentication error"));
    }
    if (isBroken(path)) return void answer(500, refused(10013, "An unknown error has occurred."));
    const [, kind, name = "", rest = ""] =
      /^\/(pages\/projects|workers\/scripts)\/([\w-]+)(\/.*)?$/.exec(path.replace(base, "")) ?? [];
    const call = `${method} ${kind}${rest}`;
    if (path.startsWith(`${base}/`) && /^(GET|PATCH) pages\/projects$/.test(call)) {
      return void answer(...answerProject(name, body));
    }
    if (path.startsWith(`${base}/`) && call === "PATCH workers/scripts/secrets-bulk") {
      return void answer(...answerSecrets(name, body));
    }
    if (path.startsWith(`${base}/`) && call === "PUT workers/scripts") {
      workers.set(name, workers.get(name) ?? {});
      return void answer(200, { result: { id: name } });
    }
    answer(404, refused(7003, `Could not route to ${path}`));
  });

  return {
    /** For CLOUDFLARE_API_BASE_URL. */
    address: `http://localhost:${listener.port}/client/v4`,
    calls,
    /** The secrets that a project has for production, by name; undefined where there is no such project. */
    secretsOfProject: (name: string) => {
      const secrets = projects.get(name);
      return secrets && Object.fromEntries(Object.entries(secrets).map(([key, { value }]) => [key, value]));
    },
    /** The same of a Worker. */
    secretsOfWorker: (name: string) => workers.get(name),
    /** Answers the calls whose path the rule names with 500. */
    breakWhere: (rule: (path: string) => boolean) => {
      isBroken = rule;
    },
    close: listener.close,
  };
}
