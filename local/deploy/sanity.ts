import * as v from "valibot";
import type { Call } from "./api.ts";

const projects = v.array(v.object({ id: v.string(), displayName: v.string() }));
const tokens = v.array(v.object({ id: v.string(), label: v.optional(v.string()) }));
const hooks = v.array(v.object({ id: v.string(), name: v.string() }));

/** What the site shows, and so what a webhook tells of (functions/README.md, "Builds"). */
const shown = '_type in ["navigation", "page", "redirect", "siteSettings"]';

/** The part of Sanity's management API that a deployment asks; `api.sanity.io` with a version before each path. */
export function openSanityManagement(call: Call, organization: string | undefined) {
  return {
    /** The project of that name, made where there is none. */
    async findOrCreate(displayName: string): Promise<string> {
      const known = v.parse(projects, await call("GET", "/v2021-06-07/projects"));
      const found = known.find((each) => each.displayName === displayName);
      if (found) return found.id;
      const asked = { displayName, ...(organization && { organizationId: organization }) };
      return v.parse(v.object({ id: v.string() }), await call("POST", "/v2021-06-07/projects", asked)).id;
    },
    /** Makes sure of a dataset whose published documents anyone may read, as the site's visitors do. */
    async ensureDataset(project: string, name: string): Promise<void> {
      const path = `/v2021-06-07/projects/${project}/datasets`;
      const known = v.parse(v.array(v.object({ name: v.string() })), await call("GET", path));
      if (!known.some((each) => each.name === name))
        await call("PUT", `${path}/${name}`, { aclMode: "public" });
    },
    /** A new token with a role; one of the same label, whose value nobody knows any more, goes. */
    async renewToken(project: string, label: string, roleName: "viewer" | "editor"): Promise<string> {
      const path = `/v2021-06-07/projects/${project}/tokens`;
      const known = v.parse(tokens, await call("GET", path));
      for (const { id } of known.filter((each) => each.label === label))
        await call("DELETE", `${path}/${id}`);
      return v.parse(v.object({ key: v.string() }), await call("POST", path, { label, roleName })).key;
    },
    /** Lets pages of an origin ask as the editor who is signed in there. */
    async ensureOrigin(project: string, origin: string): Promise<void> {
      const path = `/v2021-06-07/projects/${project}/cors`;
      const known = v.parse(v.array(v.object({ origin: v.string() })), await call("GET", path));
      if (!known.some((each) => each.origin === origin))
        await call("POST", path, { origin, allowCredentials: true });
    },
    /** Tells an address of what is published, signed with `secret`. */
    async ensureWebhook(
      project: string,
      asked: { name: string; url: string; dataset: string; secret: string },
    ) {
      const path = `/v2021-10-04/hooks/projects/${project}`;
      const known = v.parse(hooks, await call("GET", path)).find((each) => each.name === asked.name);
      const rule = { on: ["create", "update", "delete"], filter: shown, projection: "{_id, _type, _rev}" };
      const hook = {
        ...asked,
        ...{ type: "document", rule, apiVersion: "v2021-03-25", httpMethod: "POST" },
        includeDrafts: false,
      };
      await (known ? call("PATCH", `${path}/${known.id}`, hook) : call("POST", path, hook));
    },
  };
}
