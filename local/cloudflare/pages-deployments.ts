import {
  describeDeployment,
  type PagesDeployment,
  type Project,
  type Projects,
  projectOf,
} from "./pages-projects.ts";
import { newId, pageOf, Refused, type Request, type Route } from "./route.ts";
import { readForm, readUpload } from "./uploaded.ts";

/** The files that were uploaded, by their hashes. */
type Assets = Map<string, Uint8Array>;

async function deploy(name: string, project: Project, assets: Assets, { body, type }: Request) {
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

/** What is asked before a deployment: which files are missing, and to take them. */
const assetRoutes = (pages: string, projects: Projects, assets: Assets): Route[] => [
  [
    "GET",
    `${pages}/:name/upload-token`,
    ([name = ""]) => {
      projectOf(projects, name);
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
];

/** What is asked of a project's deployments at `pages`: to make one, to tell of it, to take it away and to go back to it. */
export function deploymentRoutes(pages: string, projects: Projects): Route[] {
  const assets: Assets = new Map();
  const deploymentOf = (project: Project, isMeant: (deployment: PagesDeployment) => boolean) => {
    const found = project.deployments.find(isMeant);
    if (!found) throw new Refused(404, 8000009, "Deployment not found.");
    return found;
  };
  return [
    ...assetRoutes(pages, projects, assets),
    [
      "POST",
      `${pages}/:name/deployments`,
      ([name = ""], request) => deploy(name, projectOf(projects, name), assets, request),
    ],
    [
      "GET",
      `${pages}/:name/deployments`,
      ([name = ""], { query }) => {
        const found = projectOf(projects, name)
          .deployments.map((each) => describeDeployment(name, each))
          .filter(({ environment }) => !query.has("env") || query.get("env") === environment);
        return pageOf(found, query, 25);
      },
    ],
    [
      "GET",
      `${pages}/:name/deployments/:id`,
      ([name = "", id]) => {
        const found = deploymentOf(projectOf(projects, name), (each) => each.id === id);
        return describeDeployment(name, found);
      },
    ],
    [
      "DELETE",
      `${pages}/:name/deployments/:id`,
      ([name = "", id]) => {
        const project = projectOf(projects, name);
        project.deployments = project.deployments.filter((each) => each.id !== id);
        return null;
      },
    ],
    [
      "POST",
      `${pages}/:name/deployments/:id/rollback`,
      ([name = "", id]) => {
        const project = projectOf(projects, name);
        project.live = deploymentOf(project, (each) => each.id === id && each.branch === "main");
        return describeDeployment(name, project.live);
      },
    ],
  ];
}
