import * as v from "valibot";
import type { ProviderCall } from "./api.ts";

const uri = v.object({ connection_uri: v.string() });
const createdProject = v.object({ project: v.object({ id: v.string() }), connection_uris: v.array(uri) });
const projectList = v.object({ projects: v.array(v.object({ id: v.string(), name: v.string() })) });
const branchList = v.object({
  branches: v.array(v.object({ id: v.string(), name: v.string(), default: v.optional(v.boolean()) })),
});
const createdBranch = v.object({ branch: v.object({ id: v.string() }) });

/** The name of every database, and of its owner. */
const database = "vitrina";
const owner = "vitrina_owner";

/** A database at Neon: the project, and the connection string of its owner. */
type HostedDatabase = { project: string; ownerUrl: string };

/** The organization and the region of new projects, if they were answered. */
type ProjectOptions = { organization: string | undefined; region: string | undefined };

/** Returns the connection string of the owner on a branch, or on the default branch. */
async function getConnectionString(call: ProviderCall, project: string, branch?: string): Promise<string> {
  const query = new URLSearchParams({
    database_name: database,
    role_name: owner,
    ...(branch && { branch_id: branch }),
  });
  const answer = await call("GET", `/projects/${project}/connection_uri?${query}`);
  return v.parse(v.object({ uri: v.string() }), answer).uri;
}

/** Opens the calls for projects, of which each site has one with its database. */
function openProjects(call: ProviderCall, { organization, region }: ProjectOptions) {
  /** Returns the id of the project of that name; null if there is none. */
  async function find(name: string): Promise<string | null> {
    const query = new URLSearchParams({ search: name, ...(organization && { org_id: organization }) });
    const { projects } = v.parse(projectList, await call("GET", `/projects?${query}`));
    return projects.find((candidate) => candidate.name === name)?.id ?? null;
  }
  return {
    find,
    /**
     * Returns the project of that name, and creates it if it is missing. It also finds a project whose creation got no
     * answer.
     */
    async findOrCreate(name: string): Promise<HostedDatabase> {
      const existingId = await find(name);
      if (existingId) return { project: existingId, ownerUrl: await getConnectionString(call, existingId) };
      const project = {
        name,
        pg_version: 17,
        branch: { name: "main", database_name: database, role_name: owner },
        org_id: organization,
        region_id: region,
      };
      const answer = v.parse(createdProject, await call("POST", "/projects", { project }));
      const { id } = answer.project;
      const ownerUrl = answer.connection_uris[0]?.connection_uri ?? (await getConnectionString(call, id));
      return { project: id, ownerUrl };
    },
  };
}

/** Opens the calls for branches: copies of a project's database, which previews use. */
function openBranches(call: ProviderCall) {
  const find = async (project: string, name: string) => {
    const answer = await call("GET", `/projects/${project}/branches`);
    return v.parse(branchList, answer).branches.find((candidate) => candidate.name === name);
  };
  return {
    /** Creates a branch with its own compute, unless it exists. Returns the connection string of its owner. */
    async findOrCreateBranch(project: string, name: string): Promise<string> {
      let branch = (await find(project, name))?.id;
      if (!branch) {
        const branchRequest = { branch: { name }, endpoints: [{ type: "read_write" }] };
        const answer = await call("POST", `/projects/${project}/branches`, branchRequest);
        branch = v.parse(createdBranch, answer).branch.id;
      }
      return getConnectionString(call, project, branch);
    },
    /** Removes a branch with its compute. Returns false for a missing branch and for the default one, which stays. */
    async removeBranch(project: string, name: string): Promise<boolean> {
      const existingBranch = await find(project, name);
      if (!existingBranch || existingBranch.default) return false;
      await call("DELETE", `/projects/${project}/branches/${existingBranch.id}`);
      return true;
    },
  };
}

/** Opens the part of Neon's API (v2) that deployments and previews call. */
export const openNeon = (call: ProviderCall, options: ProjectOptions) => ({
  ...openProjects(call, options),
  ...openBranches(call),
});
