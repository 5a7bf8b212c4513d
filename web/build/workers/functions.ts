import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { budgets, checkBudgets, weigh } from "#web/build/budgets.ts";
import { storePackageList } from "#web/build/build-cache.ts";
import { omitModules } from "#web/build/vite-plugins.ts";
import { packedWords } from "./packed-words.ts";
import { bundleModules, externalWasm, httpDriver, listStartModules } from "./worker-modules.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

// Pages serves scripts and styles as files, without the functions.
const routes = { version: 1, include: ["/*"], exclude: ["/assets/*"] };

// Modules that read certificates of authenticator makers, and keys of other algorithms than ES256 and RS256. Neither is
// accepted (functions/accounts/passkeys).
const refusedPasskeyModules = new RegExp(
  [
    "^reflect-metadata$",
    "^@peculiar/(x509|asn1-android|asn1-rsa|asn1-x509-post-quantum)$",
    "/verifyAttestation(TPM|AndroidKey|AndroidSafetyNet|Apple|FIDOU2F|WithMetadata)\\.js$",
    "/verify(OKP|AKP)\\.js$",
    "/(metadataService|validateCertificatePath|isCertRevoked|getCertificateInfo)\\.js$",
    "/defaultRootCerts/",
    "/(convertX509PublicKeyToCOSE|validateExtFIDOGenCEAAGUID)\\.js$",
  ].join("|"),
);

// The functions read only signatures in ASN.1, so fifteen lines replace the ASN.1 libraries.
const ownSignatures: Plugin = {
  name: "own-signatures",
  enforce: "pre",
  resolveId: {
    filter: { id: /^@peculiar\/asn1-(schema|ecc)$/ },
    handler: () => fileURLToPath(new URL("./ec-signature.ts", import.meta.url)),
  },
};

// Modules of the CMS client for uploads, marked texts (stega) and listening, which the edge never uses.
const studioOnlyModules = /^eventsource$|\/(browserUpload|stegaEncodeSourceMap)-[^/]*\.js$/;

// The parser of mails has a table of 2,000 entities. The edge replaces it with the entities that mail programs write.
const ownEntities: Plugin = {
  name: "own-entities",
  enforce: "pre",
  resolveId: {
    filter: { id: /^\.\/html-entities\.js$/ },
    handler: () =>
      fileURLToPath(new URL("../../../functions/mail/received/parser-entities.ts", import.meta.url)),
  },
};

/** Remove the parts of libraries that the functions never use. */
const libraryPlugins = [
  httpDriver,
  ownEntities,
  ownSignatures,
  omitModules(refusedPasskeyModules),
  omitModules(studioOnlyModules),
];

/**
 * Bundles the functions for Pages: `_worker.js/` (ES modules, `index.js` first, and WebAssembly) and `_routes.json` in
 * `outDirectory`, beside the static site. The same bundle is deployed and served by `npm start`.
 * @throws Error if it exceeds its budget
 */
export async function buildFunctions(outDirectory: string): Promise<void> {
  const directory = join(outDirectory, "_worker.js");
  await mkdir(directory, { recursive: true });
  const wasm = new Map<string, string>();
  const chunks = await bundleModules({
    input: { worker: join(root, "functions", "worker.ts") },
    plugins: [externalWasm(wasm), packedWords(), ...libraryPlugins],
    isDeployed: true,
  });
  await storePackageList("api", chunks);
  const wasmFiles = await Promise.all([...wasm.values()].map((file) => readFile(file)));
  const codeOf = (selectedChunks: typeof chunks) => [...selectedChunks.map(({ code }) => code), ...wasmFiles];
  const startup = listStartModules(chunks);
  await checkBudgets("api", [
    weigh("The API", budgets.api, codeOf(chunks), chunks),
    weigh("What the API evaluates at its start", budgets.apiStart, codeOf(startup), startup),
  ]);
  await Promise.all([
    ...chunks.map(({ fileName, code }) => writeFile(join(directory, fileName), code)),
    ...[...wasm].map(([name, file]) => copyFile(file, join(directory, name))),
    // A separate entry module, because wrangler assumes that no module imports it. Chunks may import `worker.js`.
    writeFile(join(directory, "index.js"), 'export { default } from "./worker.js";\n'),
    writeFile(join(outDirectory, "_routes.json"), `${JSON.stringify(routes)}\n`),
  ]);
}

/** Returns the folder of the scheduled Worker: beside the site's folder, which is public. */
export const scheduledDirectory = (siteDirectory: string) => `${siteDirectory}-scheduled`;

/** Bundles the scheduled Worker: `worker.js`, one ES module, in `outDirectory`. */
export async function buildScheduled(outDirectory: string): Promise<void> {
  const [worker] = await bundleModules({
    input: { worker: join(root, "functions", "operations", "scheduled", "worker.ts") },
    plugins: libraryPlugins,
    isDeployed: true,
    inOne: true,
  });
  if (!worker) throw new Error("The bundler returned no module.");
  await mkdir(outDirectory, { recursive: true });
  await writeFile(join(outDirectory, worker.fileName), worker.code);
}
