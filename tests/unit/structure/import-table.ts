/** A row of the table: rooms, their allowed imports beside themselves, and the rule in words. */
export type Wall = {
  /** Folders or files. The longest match is the room of a file. `*` matches one folder, `*.end` any such file. */
  in: readonly string[];
  /** Folders or files of the repository. */
  may: readonly string[];
  /** Packages that the room may import; any without a list. `node:` stands for all modules of Node. */
  packages?: readonly string[];
  says: string;
};

const doors = ["functions/contract", "cms/content"];
const toWebPaths = (...names: string[]) => names.map((name) => `web/${name}`);
const react = ["react", "react-router-dom"];
const styles = "@vanilla-extract/css";

/** Creates the row of a slice, which may import the kernel, the contract, and the files `otherFiles` of `functions`. */
const createSlice = (name: string, ...otherFiles: string[]): Wall => ({
  in: [`functions/${name}`],
  may: ["functions/kernel", ...otherFiles.map((otherFile) => `functions/${otherFile}`), ...doors],
  says: `functions: ${name} imports only ${["kernel", "contract", ...otherFiles].join(", ")}`,
});

const toInboxPaths = (...names: string[]) => names.map((name) => `web/pages/inbox/${name}`);

/** Allowed imports of every room. Imports of types and lazy imports count, too. */
export const walls: readonly Wall[] = [
  {
    in: ["web/app"],
    may: [...toWebPaths("pages", "sections", "ui", "theme", "language", "session", "content"), ...doors],
    packages: [...react, "react-dom", "schema-dts", styles],
    says: "web: app → pages → sections → ui → theme; outside only by functions/contract and cms/content",
  },
  {
    in: ["web/pages/*"],
    may: [...toWebPaths("sections", "ui", "theme", "language", "session", "api"), ...doors],
    packages: [...react, "@supabase/auth-js", "@tanstack/react-query", styles],
    says: "web: pages → sections → ui → theme, and language, session, api; pages never each other",
  },
  {
    in: toInboxPaths("alerts", "changes", "gate", "keyboard", "list", "message", "statistics"),
    may: [
      ...toInboxPaths("types.ts", "store.ts", "queries.ts", "shared", "inbox-screen.css.ts"),
      ...toWebPaths("ui", "theme", "language", "session", "api", "content"),
      ...doors,
    ],
    packages: ["react", "react-intl", "@tanstack/react-query", styles],
    says: "web: a folder of the inbox imports the types, the store, the queries and shared; pages and its folders never each other",
  },
  {
    in: toInboxPaths("shared"),
    may: [...toInboxPaths("types.ts"), ...toWebPaths("ui", "theme", "language", "api"), ...doors],
    packages: [...react, styles],
    says: "web: the shared parts of the inbox know no folder of it",
  },
  {
    in: ["web/sections"],
    may: [...toWebPaths("ui", "theme", "language", "api", "content"), ...doors],
    packages: [...react, "react-dom", styles],
    says: "web: sections → ui → theme, and language, api, content",
  },
  {
    in: ["web/ui"],
    may: ["web/theme"],
    packages: ["react", styles],
    says: "web: ui knows no product words and imports the theme only",
  },
  { in: ["web/theme"], may: [], packages: [styles], says: "web: the theme imports nothing of the site" },
  {
    in: ["web/session"],
    may: ["web/ui/storage.ts", "web/api", ...doors],
    packages: ["react", "@supabase/auth-js"],
    says: "web: session → api",
  },
  {
    in: ["web/preview"],
    may: [...toWebPaths("theme", "language"), "functions/contract", "cms/content/site.ts"],
    packages: ["@sanity/visual-editing", "idiomorph"],
    says: "web: the preview stands beside the page and imports none of it",
  },
  {
    in: ["web/content"],
    may: ["web/language", ...doors],
    packages: ["react"],
    says: "web: content → language",
  },
  { in: ["web/api"], may: doors, packages: [], says: "web: api imports nothing of the site, and no library" },
  {
    in: ["web/language"],
    may: doors,
    packages: ["react", "react-intl"],
    says: "web: language imports nothing of the site",
  },
  {
    in: ["web/build", "web/vite.config.ts"],
    may: ["web", ...doors],
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
      "@sanity/visual-editing",
    ],
    says: "web: outside only by functions/contract and cms/content",
  },
  {
    in: ["functions/worker.ts"],
    may: ["functions/api", "functions/[[path]].ts"],
    packages: [],
    says: "functions: worker.ts hands over to the routed files",
  },
  {
    in: ["functions/[[path]].ts"],
    may: ["functions/site/pages/page-log.ts"],
    says: "functions: the routed file of pages hands over to site",
  },
  {
    in: ["functions/api"],
    may: ["functions/app.ts", "functions/accounts/passwords/passwords.ts"],
    says: "functions: the routed file of the API hands over to app.ts",
  },
  {
    in: ["functions/app.ts"],
    may: [
      ...["accounts", "contact", "inbox", "mail", "operations", "site"].map(
        (name) => `functions/${name}/routes.ts`,
      ),
      "functions/accounts/auth-answer.ts",
      "functions/accounts/auth-error.ts",
      "functions/operations/due-work.ts",
      "functions/env.ts",
      "functions/kernel",
      "functions/contract",
    ],
    says: "functions: app.ts mounts the routers of the slices",
  },
  {
    in: ["functions/env.ts", "functions/variables.ts"],
    may: [
      "functions/variables.ts",
      "functions/kernel/variable-types.ts",
      "functions/kernel/crypto/keys.ts",
      "functions/contract",
    ],
    says: "functions: the environment is validated by the manifest of variables, the parser of keys and the contract",
  },
  {
    in: ["functions/openapi.ts"],
    may: [
      "functions/contract",
      "functions/site/hydration-errors-route.ts",
      "functions/site/preview/route.ts",
      "cms/content/site.ts",
    ],
    says: "functions: the description of the API is made from the contract",
  },
  {
    in: ["functions/kernel"],
    may: ["functions/env.ts", ...doors],
    says: "functions: the kernel imports no slice",
  },
  createSlice("accounts", "mail/index.ts"),
  createSlice("contact", "env.ts", "mail/index.ts", "site/index.ts"),
  createSlice("inbox"),
  createSlice("mail", "env.ts"),
  createSlice("operations", "env.ts", "contact/index.ts", "mail/index.ts", "site/index.ts"),
  createSlice("site", "env.ts"),
  {
    in: ["functions/contract"],
    may: ["cms/content/site.ts"],
    packages: [],
    says: "functions/contract imports cms/content/site.ts, and no library",
  },
  {
    in: ["functions/contract/*.schema.ts"],
    may: ["functions/contract", "cms/content/site.ts"],
    packages: ["valibot"],
    says: "a schema of the contract imports valibot and the contract",
  },
  { in: ["cms"], may: [], says: "cms imports no sibling" },
  { in: ["migrations"], may: [], packages: ["node:", "pg"], says: "migrations imports nothing" },
  {
    in: ["local"],
    may: ["migrations", "cms", "functions"],
    says: "local reads migrations, cms and functions, but not web",
  },
  {
    in: ["local/build"],
    may: ["local", "cms", "functions", "web/build"],
    says: "local/build also imports web/build, which builds the site",
  },
  {
    in: ["local/dev"],
    may: ["local", "cms", "functions", "web"],
    says: "local/dev also imports web, which it serves unbundled",
  },
  { in: ["tests"], may: ["web", "functions", "cms", "migrations", "local"], says: "tests walk through all" },
];

/** An import that breaks a rule for now. The check fails on an exception without use. */
export type Exception = { in: string; imports: string; since: string; reason: string };

export const exceptions: readonly Exception[] = [];
