import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestClient } from "../local/sanity/clients.ts";
import { createInstalledClone } from "./clone.ts";
import { copyDatabase } from "./database-copy.ts";
import { writePlaceholderStudio } from "./prepared-studio.ts";
import { productPorts, spawnProduct } from "./product.ts";

export const administrator = { email: "admin@guaria.example", password: "contraseña del desarrollo 🔑" };

type FileChange = [file: string, before: string, after: string];

/** Starts `npm run dev` in a copy of the sources that tests can change, with its own ports and state. */
export async function startDevCopy() {
  const [copy, state, ports] = await Promise.all([
    createInstalledClone(),
    mkdtemp(join(tmpdir(), "vitrina-dev-")),
    productPorts(),
  ]);
  const { dataDirectory } = await copyDatabase(null, "schema");
  await rename(dataDirectory ?? "", join(state, "database"));
  await writePlaceholderStudio(state, ports);

  const product = spawnProduct(
    [process.execPath, "local/commands/dev.ts"],
    { directory: copy, state, ports },
    // The command runs as a developer starts it, not as a test.
    { ADMIN_PASSWORD: administrator.password, NODE_ENV: "" },
  );
  await product.says(/Password {2,}/);

  const applyChange = async (...[file, before, after]: FileChange) => {
    const path = join(copy, file);
    const text = await readFile(path, "utf8");
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    return { path, text: text.replace(before, () => after) };
  };
  return {
    ...product,
    site: `http://localhost:${ports.PORT}`,
    studio: `http://localhost:${ports.STUDIO_PORT}`,
    ports,
    state,
    /** A client that changes the content as an editor does. */
    editor: createTestClient(
      `http://localhost:${ports.LAKE_PORT}`,
      await readFile(join(state, "content", "token"), "utf8"),
    ),
    /** Saves a file with `before` replaced by `after`. */
    async save(...change: FileChange) {
      const { path, text } = await applyChange(...change);
      await writeFile(path, text);
    },
    /** Saves in two writes, as some editors do, within the time in which a watcher merges two changes. */
    async saveInSteps(...change: FileChange) {
      const { path, text } = await applyChange(...change);
      await writeFile(path, "");
      await sleep(30);
      await writeFile(path, text);
    },
    remove: async () => {
      for (const folder of [copy, state]) await rm(folder, { recursive: true, force: true });
    },
  };
}
