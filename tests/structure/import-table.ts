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
const besidePages = ["web/language", "web/session", "web/api", "web/content"];
const edge = ["functions/env.ts", "functions/context.ts", "functions/problem.ts", "functions/log.ts"];

const inboxRooms = ["list", "message", "keyboard", "changes", "statistics", "gate"];
const inboxShared = [
  ...["store.ts", "inbox-context.ts", "inbox-model.ts", "url-state.ts", "queries.ts", "request-errors.ts"],
  ...["submission-list.ts", "selection.ts", "row-order.ts", "row-size.ts"],
  ...["next-focus.ts", "sign-keys.ts", "key-tooltip.tsx", "clock.ts", "dates.ts", "icons.tsx", "notice.tsx"],
  ...["inbox-screen.css.ts", "choice.css.ts", "row-inset.ts"],
];
const inInbox = (names: string[]) => names.map((name) => `web/pages/inbox/${name}`);

/** Who may import whom. A type counts like a value, a lazy import like one at the top. */
export const walls: readonly Wall[] = [
  {
    in: ["web/app"],
    may: ["web/pages", "web/sections", "web/ui", "web/theme", ...besidePages, ...doors],
    says: "web: app → pages → sections → ui → theme; outside only by functions/contract and cms/content",
  },
  {
    in: ["web/pages/*"],
    may: ["web/sections", "web/ui", "web/theme", ...besidePages, ...doors],
    says: "web: pages → sections → ui → theme, and language, session, api, content; pages never each other",
  },
  {
    in: inInbox(inboxRooms),
    may: [...inInbox(inboxShared), "web/sections", "web/ui", "web/theme", ...besidePages, ...doors],
    says: "web: the rooms of the inbox meet in its store and never import each other; pages never each other",
  },
  {
    in: ["web/sections"],
    may: ["web/ui", "web/theme", ...besidePages, ...doors],
    says: "web: sections → ui → theme, and language, session, api, content",
  },
  { in: ["web/ui"], may: ["web/theme"], says: "web: ui knows no product words and imports the theme only" },
  { in: ["web/theme"], may: [], says: "web: the theme imports nothing of the site" },
  {
    in: ["web/session"],
    may: ["web/ui/storage.ts", "web/api", "web/language", ...doors],
    says: "web: session → api, language",
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
    in: ["functions/api", "functions/app.ts", "functions/context.ts", "functions/env.ts"],
    may: ["functions"],
    says: "functions: what mounts the edge knows functions only",
  },
  {
    in: ["functions/routes"],
    may: [
      ...["functions/http", "functions/data", "functions/auth", "functions/mail", "functions/content"],
      ...["functions/send-due-mails.ts", ...edge, ...doors],
    ],
    says: "functions: routes → http, data, auth, mail, content → contract",
  },
  {
    in: ["functions/scheduled", "functions/http", "functions/content"],
    may: [
      ...["functions/data", "functions/auth", "functions/mail", "functions/content"],
      ...["functions/send-due-mails.ts", ...edge, ...doors],
    ],
    says: "functions: http, content and scheduled → data, auth, mail → contract, and do not know the routes",
  },
  {
    in: ["functions/send-due-mails.ts"],
    may: ["functions/data", "functions/mail", "functions/outgoing-mail.ts", ...edge],
    says: "functions: what sends the mails that are due stands between data and mail",
  },
  {
    in: ["functions/data", "functions/mail"],
    may: ["functions/auth", "functions/outgoing-mail.ts", ...edge, ...doors],
    says: "functions: data and mail do not import each other, nor what is above them",
  },
  {
    in: ["functions/auth"],
    may: [...edge, ...doors],
    says: "functions: auth is pure and imports the contract",
  },
  {
    in: ["functions/outgoing-mail.ts"],
    may: doors,
    says: "functions: what a waiting mail carries is said below data and mail",
  },
  {
    in: ["functions/problem.ts", "functions/log.ts"],
    may: ["functions/contract"],
    says: "functions: a problem is made of the contract only",
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
      ...["functions/contract", "functions/auth", "functions/data", "functions/mail/html.ts"],
    ],
    says: "local reads migrations and cms, and of functions what it must not write twice",
  },
  {
    in: ["local/build"],
    may: ["local", "migrations", "cms", "functions/contract", "web/build"],
    says: "local/build hands the site to web/build, and is local otherwise",
  },
  {
    in: ["local/dev"],
    may: ["local", "migrations", "cms", "functions/contract", "functions/mail/html.ts", "web"],
    says: "local/dev renders the site out of web, and is local otherwise",
  },
  { in: ["tests"], may: ["web", "functions", "cms", "migrations", "local"], says: "tests walk through all" },
];

/** An import that breaks a rule for now. The check fails when it is not needed anymore. */
export type Exception = { in: string; imports: string; since: string; why: string };

export const exceptions: readonly Exception[] = [];
