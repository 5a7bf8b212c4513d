import { type Routes, startProvider } from "./provider.ts";

type Project = {
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
  const projects: Project[] = [];
  let made = 0;
  const newId = () => `made-${++made}`;
  const listOf = <Name extends "datasets" | "tokens" | "cors">(
    id: string | undefined,
    name: Name,
  ): Project[Name] => {
    const project = projects.find((each) => each.id === id);
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
    "GET /v2021-06-07/projects/:id/datasets": ({ names: [id] }) => listOf(id, "datasets"),
    "PUT /v2021-06-07/projects/:id/datasets/:name": ({ names: [id, name = ""], body }) => {
      listOf(id, "datasets").push({ name, ...(body as { aclMode: string }) });
      return { datasetName: name };
    },
    "GET /v2021-06-07/projects/:id/tokens": ({ names: [id] }) => listOf(id, "tokens"),
    "POST /v2021-06-07/projects/:id/tokens": ({ names: [id], body }) => {
      const made = { id: newId(), ...(body as { label: string; roleName: string }) };
      listOf(id, "tokens").push(made);
      return { ...made, key: content.contentToken };
    },
    "DELETE /v2021-06-07/projects/:id/tokens/:token": ({ names: [id, tokenId] }) => {
      const list = listOf(id, "tokens");
      list.splice(
        list.findIndex((each) => each.id === tokenId),
        1,
      );
      return { deleted: true };
    },
    "GET /v2021-06-07/projects/:id/cors": ({ names: [id] }) => listOf(id, "cors"),
    "POST /v2021-06-07/projects/:id/cors": ({ names: [id], body }) => {
      const made = { id: newId(), ...(body as { origin: string; allowCredentials: boolean }) };
      listOf(id, "cors").push(made);
      return made;
    },
    "GET /v2021-10-04/hooks/projects/:id": ({ names: [id] }) =>
      projects.find((each) => each.id === id)?.hooks ?? [],
    "POST /v2021-10-04/hooks/projects/:id": ({ names: [id], body }) => {
      const made = { id: newId(), ...(body as { name: string; url: string; secret: string }) };
      projects.find((each) => each.id === id)?.hooks.push(made);
      return made;
    },
    "PATCH /v2021-10-04/hooks/projects/:id/:hook": ({ names: [id, hook], body }) => {
      const found = projects.find((each) => each.id === id)?.hooks.find((each) => each.id === hook);
      return Object.assign(found ?? {}, body);
    },
  };
  return { ...(await startProvider(token, routes)), projects };
}
