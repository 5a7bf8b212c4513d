import { type Context, Hono } from "hono";
import { ApiError, getPage, mergeSecrets, newId, openCalls, type SecretValues, succeed } from "./api.ts";
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
  name: string;
  secrets: SecretValues;
  domains: string[];
  deployments: PagesDeployment[];
  live: PagesDeployment | null;
};

/** The projects of an account by name. */
type PagesProjects = Map<string, PagesProject>;

/** The uploaded files by hash. */
type UploadedFiles = Map<string, Uint8Array>;

export const newProject = (name: string): PagesProject => ({
  name,
  secrets: {},
  domains: [],
  deployments: [],
  live: null,
});

/** Returns a project by name. @throws ApiError if it does not exist */
function getProject(projects: PagesProjects, name: string): PagesProject {
  const project = projects.get(name);
  if (!project) throw new ApiError(404, 8000007, "Project not found.");
  return project;
}

/** Returns a deployment of a project. @throws ApiError if none matches, as Cloudflare's API reports it */
function getDeployment(
  project: PagesProject,
  matches: (deployment: PagesDeployment) => boolean,
): PagesDeployment {
  const deployment = project.deployments.find(matches);
  if (!deployment) throw new ApiError(404, 8000009, "Deployment not found.");
  return deployment;
}

/** Describes a deployment as Cloudflare's API does. */
const describeDeployment = ({ name }: PagesProject, { id, branch }: PagesDeployment) => ({
  id,
  url: `https://${id.slice(0, 8)}.${name}.pages.dev`,
  environment: branch === "main" ? "production" : "preview",
  aliases: branch === "main" ? [] : [`https://${branch}.${name}.pages.dev`],
  latest_stage: { name: "deploy", status: "success" },
  deployment_trigger: { type: "ad_hoc", metadata: { branch } },
});

/** Describes a project as Cloudflare's API does, without the values of its secrets. */
const describeProject = (project: PagesProject) => ({
  id: project.name,
  name: project.name,
  subdomain: `${project.name}.pages.dev`,
  domains: [`${project.name}.pages.dev`, ...project.domains],
  production_branch: "main",
  canonical_deployment: project.live && describeDeployment(project, project.live),
  deployment_configs: {
    production: {
      env_vars: Object.fromEntries(
        Object.keys(project.secrets).map((key) => [key, { type: "secret_text", value: "" }]),
      ),
      wrangler_config_hash: "0",
      compatibility_flags: [],
    },
    preview: { env_vars: {}, wrangler_config_hash: "0", compatibility_flags: [] },
  },
});

/**
 * Stores an uploaded deployment as Cloudflare does: the files of its manifest, its rules and its Worker. A deployment
 * of the branch `main` is live at once.
 */
async function createDeployment(context: Context, project: PagesProject, assets: UploadedFiles) {
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
  return describeDeployment(project, deployment);
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

/** Serves Cloudflare's API of Pages projects, their secrets and hosts. A host is active if `hasRecord` accepts it. */
export function projectsApi(projects: PagesProjects, hasRecord: (host: string) => boolean): Hono {
  const api = new Hono();
  const answer = openCalls(api, (name) => getProject(projects, name));
  api.get("/", (context) => succeed(context, [...projects.values()].map(describeProject)));
  api.post("/", async (context) => {
    const { name } = await context.req.json<{ name: string }>();
    const project = newProject(name);
    projects.set(name, project);
    return succeed(context, describeProject(project));
  });
  answer("GET", "/:name", describeProject);
  answer("PATCH", "/:name", async (project, context) => {
    const change = await context.req.json<ProjectChange>();
    const variableChanges = Object.entries(change.deployment_configs?.production?.env_vars ?? {});
    mergeSecrets(
      project.secrets,
      Object.fromEntries(variableChanges.map(([key, variable]) => [key, variable?.value])),
    );
    return describeProject(project);
  });
  answer("GET", "/:name/domains/:host", ({ domains }, context) => {
    const host = String(context.req.param("host"));
    if (!domains.includes(host)) throw new ApiError(404, 8000021, "Domain not found.");
    return { name: host, status: hasRecord(host) ? "active" : "pending" };
  });
  answer("POST", "/:name/domains", async ({ domains }, context) => {
    const { name } = await context.req.json<{ name: string }>();
    domains.push(name);
    return { name, status: "initializing" };
  });
  return api;
}

/** Serves the deployments of Pages projects as Cloudflare's API does: creation, list, deletion and rollback. */
export function deploymentsApi(projects: PagesProjects, assets: UploadedFiles): Hono {
  const api = new Hono();
  const answer = openCalls(api, (name) => getProject(projects, name));
  answer("GET", "/:name/upload-token", () => {
    const claims = { exp: Math.floor(Date.now() / 1000) + 3_600, max_file_count_allowed: 20_000 };
    return { jwt: `upload.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.token` };
  });
  answer("POST", "/:name/deployments", (project, context) => createDeployment(context, project, assets));
  answer("GET", "/:name/deployments", (project, context) => {
    const environment = context.req.query("env");
    const descriptions = project.deployments
      .map((deployment) => describeDeployment(project, deployment))
      .filter((deployment) => environment === undefined || environment === deployment.environment);
    return getPage(context, descriptions, 25);
  });
  answer("GET", "/:name/deployments/:id", (project, context) => {
    const id = context.req.param("id");
    return describeDeployment(
      project,
      getDeployment(project, (candidate) => candidate.id === id),
    );
  });
  answer("DELETE", "/:name/deployments/:id", (project, context) => {
    const id = context.req.param("id");
    project.deployments = project.deployments.filter((deployment) => deployment.id !== id);
    return null;
  });
  answer("POST", "/:name/deployments/:id/rollback", (project, context) => {
    const id = context.req.param("id");
    project.live = getDeployment(project, (candidate) => candidate.id === id && candidate.branch === "main");
    return describeDeployment(project, project.live);
  });
  return api;
}
