import { type Context, Hono } from "hono";
import { ApiError, getPage, mergeSecrets, newId, type SecretValues, succeed } from "./api.ts";
import { readForm, readUpload, type UploadedWorker } from "./uploaded.ts";

/** A Pages deployment: its files by path, its rules, and its Worker. */
export type PagesDeployment = {
  id: string;
  branch: string;
  files: Map<string, Uint8Array>;
  rules: Record<string, string>;
  worker: UploadedWorker | null;
  /** The project's production secrets at the time of the deployment; a preview has none. */
  secrets: SecretValues;
};
type PagesProject = {
  secrets: SecretValues;
  domains: string[];
  deployments: PagesDeployment[];
  live: PagesDeployment | null;
};

/** The projects of an account by name. */
type PagesProjects = Map<string, PagesProject>;

/** The uploaded files by hash. */
type UploadedFiles = Map<string, Uint8Array>;

export const newProject = (): PagesProject => ({ secrets: {}, domains: [], deployments: [], live: null });

/** Returns a project by name. @throws ApiError if it does not exist */
function getProject(projects: PagesProjects, name: string): PagesProject {
  const project = projects.get(name);
  if (!project) throw new ApiError(404, 8000007, "Project not found.");
  return project;
}

function getDeployment(
  project: PagesProject,
  matches: (deployment: PagesDeployment) => boolean,
): PagesDeployment {
  const deployment = project.deployments.find(matches);
  if (!deployment) throw new ApiError(404, 8000009, "Deployment not found.");
  return deployment;
}

/** Describes a deployment as the API does. */
const describeDeployment = (name: string, { id, branch }: PagesDeployment) => ({
  id,
  url: `https://${id.slice(0, 8)}.${name}.pages.dev`,
  environment: branch === "main" ? "production" : "preview",
  aliases: branch === "main" ? [] : [`https://${branch}.${name}.pages.dev`],
  latest_stage: { name: "deploy", status: "success" },
  deployment_trigger: { type: "ad_hoc", metadata: { branch } },
});

const describeProject = (name: string, { secrets, live, domains }: PagesProject) => ({
  id: name,
  name,
  subdomain: `${name}.pages.dev`,
  domains: [`${name}.pages.dev`, ...domains],
  production_branch: "main",
  canonical_deployment: live && describeDeployment(name, live),
  deployment_configs: {
    production: {
      env_vars: Object.fromEntries(
        Object.keys(secrets).map((key) => [key, { type: "secret_text", value: "" }]),
      ),
      wrangler_config_hash: "0",
      compatibility_flags: [],
    },
    preview: { env_vars: {}, wrangler_config_hash: "0", compatibility_flags: [] },
  },
});

async function createDeployment(
  context: Context,
  name: string,
  project: PagesProject,
  assets: UploadedFiles,
) {
  const body = new Uint8Array(await context.req.arrayBuffer());
  const form = await readForm(body, context.req.header("content-type"));
  const readPart = async (part: string) => {
    const value = form.get(part);
    return value instanceof File ? value.text() : (value ?? "");
  };
  const manifest = JSON.parse(await readPart("manifest")) as Record<string, string>;
  const files = Object.entries(manifest).map(([path, hash]) => {
    const bytes = assets.get(hash);
    if (!bytes) throw new ApiError(400, 8000000, `The file ${path} was not uploaded.`);
    return [path, bytes] as const;
  });
  const branch = (await readPart("branch")) || "main";
  const bundle = form.get("_worker.bundle");
  const rules = ["_headers", "_redirects", "_routes.json"];
  const deployment: PagesDeployment = {
    id: newId(),
    branch,
    files: new Map(files),
    rules: Object.fromEntries(
      await Promise.all(rules.map(async (rule) => [rule, await readPart(rule)] as const)),
    ),
    worker: bundle instanceof File ? await readUpload(await readForm(await bundle.bytes())) : null,
    secrets: branch === "main" ? { ...project.secrets } : {},
  };
  project.deployments.unshift(deployment);
  if (branch === "main") project.live = deployment;
  return describeDeployment(name, deployment);
}

/** Serves the calls that wrangler makes before a deployment: the list of missing files, and their upload. */
export function assetsApi(assets: UploadedFiles): Hono {
  const api = new Hono();
  api.post("/check-missing", async (context) => {
    const { hashes } = await context.req.json<{ hashes: string[] }>();
    return succeed(
      context,
      hashes.filter((hash) => !assets.has(hash)),
    );
  });
  api.post("/upload", async (context) => {
    const uploads = await context.req.json<{ key: string; value: string }[]>();
    for (const { key, value } of uploads) assets.set(key, Buffer.from(value, "base64"));
    return succeed(context, null);
  });
  api.post("/upsert-hashes", (context) => succeed(context, null));
  return api;
}

type ProjectChange = {
  deployment_configs?: { production?: { env_vars?: Record<string, { value: string } | null> } };
};

/** Serves Pages projects with their secrets and hosts. A host is active if `hasRecord` accepts it. */
export function projectsApi(projects: PagesProjects, hasRecord: (host: string) => boolean): Hono {
  const api = new Hono();
  api.get("/", (context) =>
    succeed(
      context,
      [...projects].map(([name, project]) => describeProject(name, project)),
    ),
  );
  api.post("/", async (context) => {
    const { name } = await context.req.json<{ name: string }>();
    projects.set(name, newProject());
    return succeed(context, describeProject(name, getProject(projects, name)));
  });
  api.get("/:name", (context) => {
    const name = context.req.param("name");
    return succeed(context, describeProject(name, getProject(projects, name)));
  });
  api.patch("/:name", async (context) => {
    const name = context.req.param("name");
    const project = getProject(projects, name);
    const change = await context.req.json<ProjectChange>();
    const variableChanges = Object.entries(change.deployment_configs?.production?.env_vars ?? {});
    mergeSecrets(
      project.secrets,
      Object.fromEntries(variableChanges.map(([key, variable]) => [key, variable?.value])),
    );
    return succeed(context, describeProject(name, project));
  });
  api.get("/:name/domains/:host", (context) => {
    const host = context.req.param("host");
    if (!getProject(projects, context.req.param("name")).domains.includes(host)) {
      throw new ApiError(404, 8000021, "Domain not found.");
    }
    return succeed(context, { name: host, status: hasRecord(host) ? "active" : "pending" });
  });
  api.post("/:name/domains", async (context) => {
    const { name: host } = await context.req.json<{ name: string }>();
    getProject(projects, context.req.param("name")).domains.push(host);
    return succeed(context, { name: host, status: "initializing" });
  });
  return api;
}

/** Serves the deployments of projects: creation, list, deletion and rollback. */
export function deploymentsApi(projects: PagesProjects, assets: UploadedFiles): Hono {
  const api = new Hono();
  api.get("/:name/upload-token", (context) => {
    getProject(projects, context.req.param("name"));
    const claims = { exp: Math.floor(Date.now() / 1000) + 3_600, max_file_count_allowed: 20_000 };
    return succeed(context, {
      jwt: `upload.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.token`,
    });
  });
  api.post("/:name/deployments", async (context) => {
    const name = context.req.param("name");
    return succeed(context, await createDeployment(context, name, getProject(projects, name), assets));
  });
  api.get("/:name/deployments", (context) => {
    const name = context.req.param("name");
    const environment = context.req.query("env");
    const descriptions = getProject(projects, name)
      .deployments.map((deployment) => describeDeployment(name, deployment))
      .filter((deployment) => environment === undefined || environment === deployment.environment);
    return succeed(context, getPage(context, descriptions, 25));
  });
  api.get("/:name/deployments/:id", (context) => {
    const { name, id } = context.req.param();
    const deployment = getDeployment(getProject(projects, name), (candidate) => candidate.id === id);
    return succeed(context, describeDeployment(name, deployment));
  });
  api.delete("/:name/deployments/:id", (context) => {
    const { name, id } = context.req.param();
    const project = getProject(projects, name);
    project.deployments = project.deployments.filter((deployment) => deployment.id !== id);
    return succeed(context, null);
  });
  api.post("/:name/deployments/:id/rollback", (context) => {
    const { name, id } = context.req.param();
    const project = getProject(projects, name);
    project.live = getDeployment(project, (candidate) => candidate.id === id && candidate.branch === "main");
    return succeed(context, describeDeployment(name, project.live));
  });
  return api;
}
