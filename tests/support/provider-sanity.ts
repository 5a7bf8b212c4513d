import { type Routes, startProvider } from "./provider.ts";

type SanityProject = {
  id: string;
  displayName: string;
  datasets: { name: string; aclMode: string }[];
  tokens: { id: string; label: string; roleName: string }[];
  cors: { id: string; origin: string; allowCredentials: boolean }[];
  hooks: { id: string; name: string; url: string; secret: string }[];
};

/**
 * Starts a stand-in for Sanity's management API: projects with datasets, tokens, origins and webhooks.
 * A created project gets the id `projectId` of the content stand-in, and each of its tokens is `contentToken`.
 */
export async function startSanityManagement(
  token: string,
  content: { projectId: string; contentToken: string },
) {
  const projects: SanityProject[] = [];
  let createdCount = 0;
  const newId = () => `made-${++createdCount}`;
  const getList = <Name extends "datasets" | "tokens" | "cors">(
    id: string | undefined,
    name: Name,
  ): SanityProject[Name] => {
    const project = projects.find((candidate) => candidate.id === id);
    return project ? project[name] : [];
  };
  const routes: Routes = {
    "GET /v2021-06-07/projects": () => projects,
    "POST /v2021-06-07/projects": ({ body }) => {
      const { displayName } = body as { displayName: string };
      const project = { id: content.projectId, displayName, datasets: [], tokens: [], cors: [], hooks: [] };
      projects.push(project);
      return project;
    },
    "GET /v2021-06-07/projects/:id/datasets": ({ names: [id] }) => getList(id, "datasets"),
    "PUT /v2021-06-07/projects/:id/datasets/:name": ({ names: [id, name = ""], body }) => {
      getList(id, "datasets").push({ name, ...(body as { aclMode: string }) });
      return { datasetName: name };
    },
    "GET /v2021-06-07/projects/:id/tokens": ({ names: [id] }) => getList(id, "tokens"),
    "POST /v2021-06-07/projects/:id/tokens": ({ names: [id], body }) => {
      const createdToken = { id: newId(), ...(body as { label: string; roleName: string }) };
      getList(id, "tokens").push(createdToken);
      return { ...createdToken, key: content.contentToken };
    },
    "DELETE /v2021-06-07/projects/:id/tokens/:token": ({ names: [id, tokenId] }) => {
      const list = getList(id, "tokens");
      list.splice(
        list.findIndex((candidate) => candidate.id === tokenId),
        1,
      );
      return { deleted: true };
    },
    "GET /v2021-06-07/projects/:id/cors": ({ names: [id] }) => getList(id, "cors"),
    "POST /v2021-06-07/projects/:id/cors": ({ names: [id], body }) => {
      const createdOrigin = { id: newId(), ...(body as { origin: string; allowCredentials: boolean }) };
      getList(id, "cors").push(createdOrigin);
      return createdOrigin;
    },
    "GET /v2021-10-04/hooks/projects/:id": ({ names: [id] }) =>
      projects.find((project) => project.id === id)?.hooks ?? [],
    "POST /v2021-10-04/hooks/projects/:id": ({ names: [id], body }) => {
      const createdHook = { id: newId(), ...(body as { name: string; url: string; secret: string }) };
      projects.find((project) => project.id === id)?.hooks.push(createdHook);
      return createdHook;
    },
    "PATCH /v2021-10-04/hooks/projects/:id/:hook": ({ names: [id, hook], body }) => {
      const storedHook = projects
        .find((project) => project.id === id)
        ?.hooks.find((candidate) => candidate.id === hook);
      return Object.assign(storedHook ?? {}, body);
    },
  };
  return { ...(await startProvider(token, routes)), projects };
}
