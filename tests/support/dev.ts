import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestClient } from "../local/sanity/clients.ts";
import { createClone } from "./clone.ts";
import { copyDatabase } from "./database-copy.ts";
import { writePlaceholderStudio } from "./pretended-studio.ts";
import { productPorts } from "./product.ts";

export const administrator = { email: "admin@guaria.example", password: "contraseña del desarrollo 🔑" };

/** Starts `npm run dev` in a copy of the sources that tests can change, with its own ports and state. */
export async function startDevCopy() {
  const [copy, state, ports] = await Promise.all([
    createClone(),
    mkdtemp(join(tmpdir(), "vitrina-dev-")),
    productPorts(),
  ]);
  for (const modules of ["node_modules", "cms/node_modules"]) {
    if (existsSync(modules)) await symlink(resolve(modules), join(copy, modules));
  }
  const { dataDirectory } = await copyDatabase(null, "schema");
  await rename(dataDirectory ?? "", join(state, "database"));
  await writePlaceholderStudio(state, ports);

  let output = "";
  const child = spawn(process.execPath, ["local/commands/dev.ts"], {
    cwd: copy,
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      LOCAL_STATE: state,
      LOCAL_POSTGRES_URL: "",
      ADMIN_PASSWORD: administrator.password,
      // The command runs as a developer starts it, not as a test.
      NODE_ENV: "",
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const says = async (pattern: RegExp) => {
    for (const deadline = Date.now() + 240_000; !pattern.test(output); await sleep(50)) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`npm run dev does not say ${pattern}:\n${output}`);
      }
    }
  };
  await says(/Password {2,}/);

  return {
    site: `http://localhost:${ports.PORT}`,
    studio: `http://localhost:${ports.STUDIO_PORT}`,
    ports,
    state,
    /** A client that changes the content as an editor does. */
    editor: createTestClient(
      `http://localhost:${ports.LAKE_PORT}`,
      await readFile(join(state, "content", "token"), "utf8"),
    ),
    /** Resolves once its output matches. */
    says,
    /** Saves a file with `before` replaced by `after`. */
    async save(file: string, before: string, after: string) {
      const path = join(copy, file);
      const text = await readFile(path, "utf8");
      if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
      await writeFile(
        path,
        text.replace(before, () => after),
      );
    },
    /** Saves in two writes, as some editors do, within the time in which a watcher merges two changes. */
    async saveInSteps(file: string, before: string, after: string) {
      const path = join(copy, file);
      const text = await readFile(path, "utf8");
      await writeFile(path, "");
      await sleep(30);
      await writeFile(
        path,
        text.replace(before, () => after),
      );
    },
    /** Sends the signal of Ctrl-C, and waits for the end. */
    async interrupt() {
      if (child.exitCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGINT");
      await exit;
    },
    remove: async () => {
      for (const folder of [copy, state]) await rm(folder, { recursive: true, force: true });
    },
  };
}
