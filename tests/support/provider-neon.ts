import { randomBytes } from "node:crypto";
import type pg from "pg";
import { openPostgres } from "#local/neon/postgres.ts";
import { createSqlApp } from "#local/neon/server.ts";
import { serveApp } from "#local/processes/serve-app.ts";
import { asAdministrator, createOwner, toDatabaseUrl } from "./postgres-server.ts";
import { ProviderRefusal, requireItem, startProvider } from "./provider.ts";

type NeonBranch = { id: string; name: string; default: boolean; database: string };
type NeonProject = {
  id: string;
  name: string;
  region: string | undefined;
  owner: { name: string; password: string };
  branches: NeonBranch[];
};

const newId = (kind: string) => `${kind}-${randomBytes(5).toString("hex")}`;

/**
 * Starts a stand-in for Neon's API (v2) for projects and branches, and for its SQL over HTTP. Each branch is a database
 * of the server, which checks the logins.
 */
export async function startNeon(token: string, server: string) {
  const projects: NeonProject[] = [];
  let engine = await openPostgres(server);
  const replaceEngine = async () => {
    const oldEngine = engine;
    engine = await openPostgres(server);
    await oldEngine.close();
  };
  const createBranchDatabase = (owner: string, template?: string) =>
    asAdministrator(server, async (client) => {
      const name = `neon_${randomBytes(5).toString("hex")}`;
      const copy = template ? `template ${template}` : "";
      for (;;) {
        // A database in use cannot be copied here, although Neon can copy it. So the edge's open queries end first.
        if (template) await replaceEngine();
        try {
          await client.query(`create database ${name} ${copy} owner ${owner}`);
          return name;
        } catch (error) {
          if ((error as pg.DatabaseError).code !== "55006") throw error;
        }
      }
    });
  const toUri = ({ owner }: NeonProject, { database }: NeonBranch) => toDatabaseUrl(server, database, owner);

  const api = await startProvider(token, {
    "GET /projects": ({ query }) => ({
      projects: projects.filter(({ name }) => name.includes(query.get("search") ?? "")),
    }),
    "POST /projects": async ({ body }) => {
      const { name, region_id: region } = (body as { project: { name: string; region_id?: string } }).project;
      const owner = {
        name: `owner_${randomBytes(5).toString("hex")}`,
        password: randomBytes(12).toString("hex"),
      };
      await asAdministrator(server, (client) => createOwner(client, owner.name, owner.password));
      const branch = {
        id: newId("br"),
        name: "main",
        default: true,
        database: await createBranchDatabase(owner.name),
      };
      const project = { id: newId("project"), name, region, owner, branches: [branch] };
      projects.push(project);
      return {
        project: { id: project.id, name },
        connection_uris: [{ connection_uri: toUri(project, branch) }],
      };
    },
    "GET /projects/:id/connection_uri": ({ names: [id], query }) => {
      const project = requireItem(projects, id);
      const branchId = query.get("branch_id");
      const branch = project.branches.find((candidate) =>
        branchId ? candidate.id === branchId : candidate.default,
      );
      if (!branch) throw new ProviderRefusal(404, "branch not found");
      return { uri: toUri(project, branch) };
    },
    "GET /projects/:id/branches": ({ names: [id] }) => ({ branches: requireItem(projects, id).branches }),
    "POST /projects/:id/branches": async ({ names: [id], body }) => {
      const project = requireItem(projects, id);
      const { name } = (body as { branch: { name: string } }).branch;
      const parent = project.branches.find((candidate) => candidate.default);
      const branch = {
        id: newId("br"),
        name,
        default: false,
        database: await createBranchDatabase(project.owner.name, parent?.database),
      };
      project.branches.push(branch);
      return { branch };
    },
    "DELETE /projects/:id/branches/:branch": async ({ names: [id, branchId] }) => {
      const project = requireItem(projects, id);
      const branch = requireItem(project.branches, branchId);
      await asAdministrator(server, (client) =>
        client.query(`drop database ${branch.database} with (force)`),
      );
      project.branches = project.branches.filter((candidate) => candidate !== branch);
      return { branch };
    },
  });

  // A branch replaces the engine.
  const sql = await serveApp(0, { fetch: (request) => createSqlApp(engine).fetch(request) });
  return {
    ...api,
    projects,
    /** Returns the address of the first project's database, for an administrator of the server. */
    urlOf: () => Object.assign(new URL(server), { pathname: `/${projects[0]?.branches[0]?.database}` }).href,
    /** The value for DATABASE_FETCH_ENDPOINT. */
    endpoint: `http://localhost:${sql.port}/sql`,
    /** Sets whether the databases reject connections. */
    setAway: (isAway: boolean) =>
      asAdministrator(server, async (client) => {
        for (const { database } of projects.flatMap(({ branches }) => branches)) {
          await client.query(`alter database ${database} with allow_connections ${!isAway}`);
        }
      }),
    async close() {
      await Promise.all([api.close(), sql.close()]);
      await engine.close();
    },
  };
}
