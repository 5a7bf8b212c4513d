import { mergeSecrets, type Secrets } from "./given-secrets.ts";
import { Refused, type Route } from "./route.ts";
import type { UploadedWorker } from "./uploaded.ts";

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
export type Project = {
  secrets: Secrets;
  domains: string[];
  deployments: PagesDeployment[];
  live: PagesDeployment | null;
};

/** The projects of an account by their names. */
export type Projects = Map<string, Project>;

export const newProject = (): Project => ({ secrets: {}, domains: [], deployments: [], live: null });

/** @throws Refused where there is no such project */
export function projectOf(projects: Projects, name: string): Project {
  const project = projects.get(name);
  if (!project) throw new Refused(404, 8000007, "Project not found.");
  return project;
}

/** A deployment as the API tells of it. */
export const describeDeployment = (name: string, { id, branch }: PagesDeployment) => ({
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

/** What is asked of projects at `pages`: to make one, to tell of it, and to give it secrets. */
export const projectRoutes = (pages: string, projects: Projects): Route[] => [
  ["GET", pages, () => [...projects].map(([name, project]) => describeProject(name, project))],
  [
    "POST",
    pages,
    (_, { json }) => {
      const { name } = json as { name: string };
      projects.set(name, newProject());
      return describeProject(name, projectOf(projects, name));
    },
  ],
  ["GET", `${pages}/:name`, ([name = ""]) => describeProject(name, projectOf(projects, name))],
  [
    "PATCH",
    `${pages}/:name`,
    ([name = ""], { json }) => {
      const project = projectOf(projects, name);
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
];

/** What is asked of a project's own hosts; one that `leadsTo` something is active. */
export const domainRoutes = (
  pages: string,
  projects: Projects,
  leadsTo: (host: string) => boolean,
): Route[] => [
  [
    "GET",
    `${pages}/:name/domains/:host`,
    ([name = "", host = ""]) => {
      if (!projectOf(projects, name).domains.includes(host))
        throw new Refused(404, 8000021, "Domain not found.");
      return { name: host, status: leadsTo(host) ? "active" : "pending" };
    },
  ],
  [
    "POST",
    `${pages}/:name/domains`,
    ([name = ""], { json }) => {
      const { name: host } = json as { name: string };
      projectOf(projects, name).domains.push(host);
      return { name: host, status: "initializing" };
    },
  ],
];
