import * as v from "valibot";
import type { ProviderCall } from "./api.ts";

const created = v.object({ id: v.string() });
const project = v.object({ id: v.string(), displayName: v.string() });
const token = v.object({ id: v.string(), label: v.optional(v.string()) });
const hook = v.object({ id: v.string(), name: v.string() });

/** The documents that the site shows, and so the filter of its webhook (docs/operations/publishing.md). */
const siteFilter = '_type in ["navigation", "page", "redirect", "siteSettings"]';

const v2021 = "/v2021-06-07/projects";

/** Opens the part of Sanity's management API that a deployment calls: project, dataset, tokens, origins, webhook. */
export function openSanityManagement(call: ProviderCall, organization: string | undefined) {
  const list = async <Item extends v.GenericSchema>(item: Item, path: string) =>
    v.parse(v.array(item), await call("GET", path));
  return {
    /** Returns the id of the project of that name, and creates it if it is missing. */
    async findOrCreate(displayName: string): Promise<string> {
      const existingProject = (await list(project, v2021)).find(
        (candidate) => candidate.displayName === displayName,
      );
      if (existingProject) return existingProject.id;
      return v.parse(created, await call("POST", v2021, { displayName, organizationId: organization })).id;
    },
    /** Creates a dataset, unless it exists. Anyone may read its published documents, as the site's visitors do. */
    async ensureDataset(projectId: string, name: string): Promise<void> {
      const path = `${v2021}/${projectId}/datasets`;
      const existingDatasets = await list(v.object({ name: v.string() }), path);
      if (!existingDatasets.some((candidate) => candidate.name === name))
        await call("PUT", `${path}/${name}`, { aclMode: "public" });
    },
    /** Creates a token with a role. It removes a token of the same label, whose value is lost. */
    async renewToken(projectId: string, label: string, roleName: "viewer" | "editor"): Promise<string> {
      const path = `${v2021}/${projectId}/tokens`;
      const sameLabel = (await list(token, path)).filter((candidate) => candidate.label === label);
      for (const staleToken of sameLabel) await call("DELETE", `${path}/${staleToken.id}`);
      return v.parse(v.object({ key: v.string() }), await call("POST", path, { label, roleName })).key;
    },
    /** Lets pages of an origin query as the editor who is signed in there. */
    async ensureOrigin(projectId: string, origin: string): Promise<void> {
      const path = `${v2021}/${projectId}/cors`;
      const existingOrigins = await list(v.object({ origin: v.string() }), path);
      if (!existingOrigins.some((candidate) => candidate.origin === origin))
        await call("POST", path, { origin, allowCredentials: true });
    },
    /** Reports publications to an address, signed with `secret`. */
    async ensureWebhook(
      projectId: string,
      webhook: { name: string; url: string; dataset: string; secret: string },
    ): Promise<void> {
      const path = `/v2021-10-04/hooks/projects/${projectId}`;
      const existingHook = (await list(hook, path)).find((candidate) => candidate.name === webhook.name);
      const body = {
        ...webhook,
        type: "document",
        rule: { on: ["create", "update", "delete"], filter: siteFilter, projection: "{_id, _type, _rev}" },
        apiVersion: "v2021-03-25",
        httpMethod: "POST",
        includeDrafts: false,
      };
      await (existingHook ? call("PATCH", `${path}/${existingHook.id}`, body) : call("POST", path, body));
    },
  };
}
