/** A row of the table: some rooms, what each may import beside itself, and the rule in words. */
export type Wall = {
  /** Folders or files; the longest name that fits a file is the file's room. `*` is any one folder, `*.end` any file. */
  in: readonly string[];
  /** Folders or files of the repository. */
  may: readonly string[];
  /** How the names of packages begin, where not every one will do. */
  packages?: readonly string[];
  says: string;
};

const doors = ["functions/contract", "cms/content"];
const site = (...names: string[]) => names.map((name) => `web/${name}`);
const edge = (...names: string[]) => names.map((name) => `functions/${name}`);

const inInbox = (...names: string[]) => names.map((name) => `web/pages/inbox/${name}`);

/** Who may import whom. A type counts like a value, a lazy import like one at the top. */
export const walls: readonly Wall[] = [
  {
    in: ["web/app"],
    may: [...site("pages", "sections", "ui", "theme", "language", "session", "content"), ...doors],
    says: "web: app → pages → sections → ui → theme; outside only by functions/contract and cms/content",
  },
  {
    in: ["web/pages/*"],
    may: [...site("sections", "ui", "theme", "language", "session", "api"), ...doors],
    says: "web: pages → sections → ui → theme, and language, session, api; pages never each other",
  },
  {
    in: inInbox("alerts", "changes", "gate", "keyboard", "list", "message", "statistics"),
    may: [
      ...inInbox("types.ts", "store.ts", "queries.ts", "shared", "inbox-screen.css.ts"),
      ...site("ui", "theme", "language", "session", "api", "content"),
      ...doors,
    ],
    says: "web: a folder of the inbox imports the types, the store, the queries and shared; pages and its folders never each other",
  },
  {
    in: inInbox("shared"),
    may: [...inInbox("types.ts"), ...site("ui", "theme", "language", "api"), ...doors],
    says: "web: the shared parts of the inbox know no folder of it",
  },
  {
    in: ["web/sections"],
    may: [...site("ui", "theme", "language", "api", "content"), ...doors],
    says: "web: sections → ui → theme, and language, api, content",
  },
  { in: ["web/ui"], may: ["web/theme"], says: "web: ui knows no product words and imports the theme only" },
  { in: ["web/theme"], may: [], says: "web: the theme imports nothing of the site" },
  {
    in: ["web/session"],
    may: ["web/ui/storage.ts", "web/api", ...doors],
    says: "web: session → api",
  },
  {
    in: ["web/preview"],
    may: [...site("theme", "language"), "functions/contract", "cms/content/site.ts"],
    says: "web: the preview stands beside the page and imports none of it",
  },
  { in: ["web/content"], may: ["web/language", ...doors], says: "web: content → language" },
  {
    in: ["web/api", "web/language"],
    may: doors,
    says: "web: api and language import nothing of the site",
  },
  {
    in: ["web/build", "web/vite.config.ts"],
    may: ["web", ...doors],
    says: "web: outside only by functions/contract and cms/content",
  },
  {
    in: ["functions/api"],
    may: ["functions/app.ts", "functions/auth"],
    says: "functions: the routed file hands over to app.ts",
  },
  {
    in: ["functions/worker.ts"],
    may: ["functions/api", "functions/[[path]].ts"],
    packages: ["@cloudflare/workers-types"],
    says: "functions: what is deployed hands over to the routed files",
  },
  {
    in: ["functions/app.ts"],
    may: edge("routes", "http", "auth", "context.ts", "problem.ts"),
    says: "functions: app.ts mounts routes and http, and knows functions only",
  },
  {
    in: ["functions/context.ts"],
    may: ["functions/data", "functions/auth", "functions/env.ts"],
    says: "functions: what a request carries is of data, auth and the environment",
  },
  {
    in: ["functions/env.ts"],
    may: ["functions/auth", "functions/contract"],
    says: "functions: the environment is read by the contract, and its keys by auth",
  },
  {
    in: ["functions/routes"],
    may: [
      ...edge("http", "data", "auth", "content", "keep-submission.ts"),
      ...edge("handed-submissions.ts", "drain-spool.ts", "send-due-mails.ts", "start-due-builds.ts"),
      ...edge("pages/filled-form.ts", "pages/rejected-form.ts", "spam", "canary/header.ts"),
      ...edge("env.ts", "context.ts", "problem.ts", "log.ts"),
      ...doors,
    ],
    says: "functions: routes → http, data, auth, content → contract; messages are kept by keep-submission.ts, what is due leaves by drain-spool.ts, send-due-mails.ts and start-due-builds.ts",
  },
  {
    in: ["functions/http"],
    may: [...edge("data", "auth", "env.ts", "context.ts", "problem.ts", "log.ts", "log-sink.ts"), ...doors],
    says: "functions: http → data, auth → contract, and does not know the routes",
  },
  {
    in: ["functions/scheduled"],
    may: [
      ...edge("data", "content", "canary", "drain-spool.ts", "send-due-mails.ts", "start-due-builds.ts"),
      ...edge("env.ts", "log.ts", "log-sink.ts"),
      "cms/content",
    ],
    says: "functions: scheduled → data, content; what is due leaves by drain-spool.ts, send-due-mails.ts and start-due-builds.ts",
  },
  {
    in: ["functions/keep-submission.ts", "functions/handed-submissions.ts", "functions/drain-spool.ts"],
    may: [...edge("data", "mail", "auth", "contract", "env.ts", "log.ts"), "functions/handed-submissions.ts"],
    says: "functions: what keeps messages, and puts those that wait into the database, stands above data and mail",
  },
  {
    in: ["functions/start-due-builds.ts"],
    may: edge("data", "env.ts", "log.ts"),
    says: "functions: what starts the builds that are due stands above data",
  },
  {
    in: ["functions/canary"],
    may: [...edge("data", "mail", "auth", "contract", "env.ts", "log.ts"), "cms/content"],
    says: "functions: the canary leaves as a visitor's message does, and is told of by mail; it stands above data and mail",
  },
  {
    in: ["functions/[[path]].ts"],
    may: ["functions/pages"],
    says: "functions: the routed file hands over to pages",
  },
  {
    in: ["functions/pages"],
    may: [...edge("content", "auth", "http", "contract", "env.ts", "log.ts", "log-sink.ts"), "cms/content"],
    says: "functions: pages → content, auth, http → contract; the renderer is found beside the bundle",
  },
  {
    in: ["functions/content"],
    may: ["functions/env.ts", "functions/problem.ts", "cms/content"],
    says: "functions: content reads cms/content and of functions the environment and problems only",
  },
  {
    in: ["functions/send-due-mails.ts"],
    may: edge("data", "mail", "contract", "outgoing-mail.ts", "env.ts", "log.ts"),
    says: "functions: what sends the mails that are due stands between data and mail",
  },
  {
    in: ["functions/spam"],
    may: edge("auth", "contract", "env.ts", "log.ts"),
    says: "functions: what finds spam reads a message and imports auth and the contract",
  },
  {
    in: ["functions/data"],
    may: [...edge("auth", "spam", "outgoing-mail.ts", "phone-number.ts"), ...doors],
    says: "functions: data and mail do not import each other, nor what is above them; data knows no environment",
  },
  {
    in: ["functions/mail"],
    may: ["functions/auth", "functions/outgoing-mail.ts", "functions/env.ts", ...doors],
    says: "functions: data and mail do not import each other, nor what is above them",
  },
  {
    in: ["functions/phone-number.ts"],
    may: ["functions/contract"],
    packages: ["libphonenumber-js"],
    says: "functions: what finds telephone numbers reads a text; its numbering plans are too large for browsers",
  },
  {
    in: ["functions/outgoing-mail.ts"],
    may: doors,
    says: "functions: what a waiting mail carries is said below data and mail",
  },
  { in: ["functions/auth"], may: doors, says: "functions: auth is pure and imports the contract" },
  {
    in: ["functions/problem.ts"],
    may: ["functions/contract"],
    says: "functions: a problem is made of the contract only",
  },
  { in: ["functions/log.ts"], may: [], says: "functions: the log imports nothing" },
  {
    in: ["functions/log-sink.ts", "functions/otlp.ts"],
    may: edge("log.ts", "otlp.ts", "env.ts"),
    says: "functions: what sends the log's lines on reads the log and the environment only",
  },
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
    may: [
      ...["migrations", "cms"],
      ...[
        "functions/contract",
        "functions/auth",
        "functions/data",
        "functions/spam/rates.ts",
        "functions/env.ts",
      ],
    ],
    says: "local reads migrations and cms, and of functions what it must not write twice",
  },
  {
    in: ["local/build"],
    may: ["local", "cms", "functions/contract", "web/build", "functions/auth/password-rules.ts"],
    says: "local/build hands the site to web/build, leaves out the words that the rules of passwords refuse without a list, and is local otherwise",
  },
  {
    in: ["local/dev"],
    may: ["local", "cms", "functions/auth", "functions/contract", "web"],
    says: "local/dev renders the site out of web, and is local otherwise",
  },
  { in: ["tests"], may: ["web", "functions", "cms", "migrations", "local"], says: "tests walk through all" },
];

/** An import that breaks a rule for now. The check fails when it is not needed anymore. */
export type Exception = { in: string; imports: string; since: string; why: string };

export const exceptions: readonly Exception[] = [];
