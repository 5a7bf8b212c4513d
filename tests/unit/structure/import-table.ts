/** A row of the table: folders, and their allowed imports beside themselves. */
export type FolderRule = {
  /** Folders or files. The longest match is the folder of a file. `*` matches one folder, `*.end` any such file. */
  in: readonly string[];
  /** Folders or files of the repository. */
  may: readonly string[];
  /** Packages that the folder may import; any without a list. `node:` stands for all modules of Node. */
  packages?: readonly string[];
};

const sharedFolders = ["functions/contract", "cms/content"];
const toWebPaths = (...names: string[]) => names.map((name) => `web/${name}`);
const react = ["react", "react-router-dom"];
const styles = "@vanilla-extract/css";

/** Creates the row of a slice, which may import the kernel, the contract, and the files `otherFiles` of `functions`. */
const createSlice = (name: string, ...otherFiles: string[]): FolderRule => ({
  in: [`functions/${name}`],
  may: ["functions/kernel", ...otherFiles.map((otherFile) => `functions/${otherFile}`), ...sharedFolders],
});

const toInboxPaths = (...names: string[]) => names.map((name) => `web/pages/inbox/${name}`);

/** Allowed imports of every folder. Imports of types and lazy imports count, too. */
export const folderRules: readonly FolderRule[] = [
  {
    in: ["web/app"],
    may: [
      ...toWebPaths("pages", "sections", "ui", "theme", "language", "session", "content"),
      ...sharedFolders,
    ],
    packages: [...react, "react-dom", "schema-dts", styles],
  },
  {
    in: ["web/pages/*"],
    may: [...toWebPaths("sections", "ui", "theme", "language", "session", "api"), ...sharedFolders],
    packages: [...react, "@supabase/auth-js", "@tanstack/react-query", styles],
  },
  {
    in: toInboxPaths(
      "alerts",
      "changes",
      "conversation",
      "gate",
      "keyboard",
      "list",
      "message",
      "states",
      "statistics",
    ),
    may: [
      ...toInboxPaths("types.ts", "store.ts", "concerns.ts", "queries.ts", "shared", "inbox-screen.css.ts"),
      ...toInboxPaths("states"),
      ...toWebPaths("ui", "theme", "language", "session", "api", "content"),
      ...sharedFolders,
    ],
    packages: ["react", "@tanstack/react-query", styles],
  },
  {
    in: toInboxPaths("shared"),
    may: [...toInboxPaths("types.ts"), ...toWebPaths("ui", "theme", "language", "api"), "functions/contract"],
    packages: [...react, styles],
  },
  {
    in: ["web/sections"],
    may: [...toWebPaths("ui", "theme", "language", "api", "content"), ...sharedFolders],
    packages: [...react, "react-dom", styles],
  },
  {
    in: ["web/ui"],
    may: ["web/theme", "functions/contract/web-addresses.ts"],
    packages: ["react", styles],
  },
  { in: ["web/theme"], may: [], packages: [styles] },
  {
    in: ["web/session"],
    may: [...toWebPaths("ui", "language", "api"), ...sharedFolders],
    packages: ["react", "@supabase/auth-js"],
  },
  {
    in: ["web/preview"],
    may: [...toWebPaths("theme", "language"), "functions/contract", "cms/content/site.ts"],
    packages: ["@sanity/visual-editing", "idiomorph"],
  },
  {
    in: ["web/content"],
    may: ["web/language", ...sharedFolders],
    packages: ["react"],
  },
  {
    in: ["web/api"],
    may: ["functions/contract"],
    packages: [],
  },
  {
    in: ["web/language"],
    may: sharedFolders,
    packages: ["react", "react-intl"],
  },
  {
    in: ["web/render"],
    may: [...toWebPaths("app", "ui", "theme", "language", "content", "preview"), ...sharedFolders],
    packages: ["@sanity/visual-editing"],
  },
  {
    in: ["web/build", "web/vite.config.ts"],
    may: ["web", ...sharedFolders],
    packages: [
      "node:",
      "react",
      "vite",
      "@vitejs/plugin-react",
      "@vanilla-extract/vite-plugin",
      "postcss",
      "sharp",
      "satori",
      "@formatjs/icu-messageformat-parser",
    ],
  },
  {
    in: ["web/build/workers"],
    may: ["web/build", "functions/accounts/passwords/rules.ts"],
    packages: ["node:", "vite", "@zxcvbn-ts/language-common"],
  },
  {
    in: ["functions/worker.ts"],
    may: ["functions/api.ts", "functions/site/pages/page-log.ts"],
    packages: [],
  },
  {
    in: ["functions/api.ts"],
    may: ["functions/app.ts", "functions/accounts/passwords/passwords.ts"],
  },
  {
    in: ["functions/app.ts"],
    may: [
      ...["accounts", "contact", "conversations", "files", "inbox", "mail", "operations", "site"].map(
        (name) => `functions/${name}/routes.ts`,
      ),
      "functions/accounts/auth-answer.ts",
      "functions/accounts/auth-error.ts",
      "functions/accounts/authorization.ts",
      "functions/operations/due-work.ts",
      "functions/env.ts",
      "functions/kernel",
      "functions/contract",
    ],
  },
  {
    in: ["functions/env.ts", "functions/variables.ts"],
    may: [
      "functions/variables.ts",
      "functions/kernel/variable-types.ts",
      "functions/kernel/crypto/keys.ts",
      "functions/kernel/memoize.ts",
      "functions/contract",
    ],
  },
  {
    in: ["functions/openapi.ts"],
    may: [
      "functions/contract",
      "functions/operations/health.ts",
      "functions/site/hydration-errors-route.ts",
      "functions/site/preview/route.ts",
      "cms/content/site.ts",
    ],
  },
  {
    in: ["functions/kernel"],
    may: ["functions/env.ts", ...sharedFolders],
  },
  createSlice("accounts", "mail/index.ts"),
  createSlice(
    "contact",
    "env.ts",
    "files/form.ts",
    "files/uploads.ts",
    "mail/index.ts",
    "site/pages/filled-form.ts",
    "site/pages/rejected-form.ts",
  ),
  createSlice(
    "conversations",
    "env.ts",
    "contact/content-doubts.ts",
    "files/carried.ts",
    "files/form.ts",
    "files/uploads.ts",
    "inbox/audit.ts",
    "mail/index.ts",
  ),
  {
    in: ["functions/files"],
    may: ["functions/kernel", "functions/env.ts", ...sharedFolders],
  },
  createSlice("inbox"),
  createSlice("mail", "env.ts", "files/describe.ts"),
  createSlice(
    "operations",
    "env.ts",
    "contact/index.ts",
    "mail/index.ts",
    "mail/received/cloudflare.ts",
    "mail/received/receive-missed.ts",
    "site/publishing",
  ),
  createSlice("site", "env.ts", "files/carried.ts"),
  {
    in: ["functions/contract"],
    may: ["cms/content/site.ts", "cms/content/names"],
    packages: [],
  },
  {
    in: ["functions/contract/*.schema.ts"],
    may: ["functions/contract", "cms/content/site.ts"],
    packages: ["valibot"],
  },
  { in: ["cms"], may: [] },
  { in: ["migrations"], may: [], packages: ["node:", "pg"] },
  {
    in: ["local"],
    may: ["migrations", "cms", "functions", "web/build"],
  },
  {
    in: ["local/dev"],
    may: ["local", "cms", "functions", "web"],
  },
  { in: ["tests"], may: ["web", "functions", "cms", "migrations", "local"] },
];
