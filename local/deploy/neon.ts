import * as v from "valibot";
import type { Call } from "./api.ts";

const uri = v.object({ connection_uri: v.string() });
const made = v.object({ project: v.object({ id: v.string() }), connection_uris: v.array(uri) });
const listed = v.object({ projects: v.array(v.object({ id: v.string(), name: v.string() })) });
const branches = v.object({
  branches: v.array(v.object({ id: v.string(), name: v.string(), default: v.optional(v.boolean()) })),
});
const branched = v.object({
  branch: v.object({ id: v.string() }),
  connection_uris: v.optional(v.array(uri), []),
});

/** What every database is called here, and its owner. */
const database = "vitrina";
const owner = "vitrina_owner";

/** A database at Neon: the project, and the connection string of its owner. */
export type HostedDatabase = { project: string; ownerUrl: string };

/** The part of Neon's API (v2) that a deployment asks. */
export function openNeon(
  call: Call,
  { organization, region }: { organization: string | undefined; region: string | undefined },
) {
  const connection = async (project: string, branch?: string) => {
    const query = new URLSearchParams({
      database_name: database,
      role_name: owner,
      ...(branch && { branch_id: branch }),
    });
    return v.parse(
      v.object({ uri: v.string() }),
      await call("GET", `/projects/${project}/connection_uri?${query}`),
    ).uri;
  };
  const branchesOf = async (project: string) =>
    v.parse(branches, await call("GET", `/projects/${project}/branches`)).branches;

  /** The id of the project of that name; null where there is none. */
  async function find(name: string): Promise<string | null> {
    const query = new URLSearchParams({ search: name, ...(organization && { org_id: organization }) });
    const { projects } = v.parse(listed, await call("GET", `/projects?${query}`));
    return projects.find((each) => each.name === name)?.id ?? null;
  }

  return {
    find,
    /** The project of that name, made where there is none: one whose answer was lost is found again. */
    async findOrCreate(name: string): Promise<HostedDatabase> {
      const known = await find(name);
      if (known) return { project: known, ownerUrl: await connection(known) };
      const project = {
        ...{ name, pg_version: 17, branch: { name: "main", database_name: database, role_name: owner } },
        ...(organization && { org_id: organization }),
        ...(region && { region_id: region }),
      };
      const { project: fresh, connection_uris } = v.parse(made, await call("POST", "/projects", { project }));
      return {
        project: fresh.id,
        ownerUrl: connection_uris[0]?.connection_uri ?? (await connection(fresh.id)),
      };
    },
    /** The branch of that name, with a compute of its own, made where there is none. */
    async findOrCreateBranch(project: string, name: string): Promise<{ branch: string; ownerUrl: string }> {
      const known = (await branchesOf(project)).find((each) => each.name === name);
      if (known) return { branch: known.id, ownerUrl: await connection(project, known.id) };
      const asked = { branch: { name }, endpoints: [{ type: "read_write" }] };
      const { branch } = v.parse(branched, await call("POST", `/projects/${project}/branches`, asked));
      return { branch: branch.id, ownerUrl: await connection(project, branch.id) };
    },
    /** Removes the branch of that name, and its compute; false where there is none. */
    async removeBranch(project: string, name: string): Promise<boolean> {
      const known = (await branchesOf(project)).find((each) => each.name === name && !each.default);
      if (known) await call("DELETE", `/projects/${project}/branches/${known.id}`);
      return known !== undefined;
    },
    /** What a branch's schema has that its parent's has not, and the other way round, as a diff; empty where they are alike. */
    async compareSchema(project: string, branch: string): Promise<string> {
      const path = `/projects/${project}/branches/${branch}/compare_schema?db_name=${database}`;
      return v.parse(v.object({ diff: v.optional(v.string(), "") }), await call("GET", path)).diff;
    },
  };
}
