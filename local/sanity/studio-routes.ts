import { editor } from "./accounts.ts";
import { type Call, readParameters } from "./call.ts";
import { refusal } from "./errors.ts";
import { documentAt, eventsOf, transactionLines } from "./history.ts";
import { followContent, listen } from "./listen.ts";

let streams = 0;

/**
 * Redirects a stream to another host name of this machine, or returns null if it can stay. A browser opens at most six
 * connections to a host, and the Studio opens more streams.
 */
function elsewhere({ sanity, caller, request, url }: Call): Response | null {
  // Only browsers send an origin, and only they resolve those names.
  if (!request.headers.has("origin") || /^l\d\./.test(url.hostname)) return null;
  const other = new URL(url);
  streams = (streams + 1) % 10;
  other.hostname = `l${streams}.localhost`;
  // A browser drops the token on a redirect to another host.
  if (caller === "authenticated") other.searchParams.set("ticket", sanity.accounts.issue());
  return new Response(null, {
    status: 307,
    headers: { Location: other.href, "Cache-Control": "no-store" },
  });
}

/** Streams changes for clients that cache query results. @throws SanityError (401) for drafts without a token */
export function answerLiveEvents(call: Call): Response {
  const { sanity, caller, url } = call;
  const includeDrafts = url.searchParams.get("includeDrafts") === "true";
  if (includeDrafts && caller !== "authenticated") {
    throw refusal(401, "Unauthorized", "The events of drafts require a sign-in.");
  }
  return elsewhere(call) ?? followContent(sanity.store, caller, sanity, includeDrafts);
}

/** Streams the changes of documents. */
export function answerListening(call: Call): Response {
  const { sanity, caller, url } = call;
  const moved = elsewhere(call);
  if (moved) return moved;
  const on = (name: string) => url.searchParams.get(name) === "true";
  return listen(
    sanity.store,
    caller,
    {
      ...readParameters(url),
      includeResult: on("includeResult"),
      includePreviousRevision: on("includePreviousRevision"),
      includeMutations: url.searchParams.get("includeMutations") !== "false",
      withEffects: url.searchParams.get("effectFormat") === "mendoza",
      visibility: url.searchParams.get("visibility") ?? "transaction",
    },
    sanity,
  );
}

/** Answers with past versions of documents, their transactions and their events. */
export function answerPast({ sanity, caller, url, rest }: Call): Response {
  if (caller !== "authenticated") throw refusal(401, "Unauthorized", "The history requires a sign-in.");
  const [what, ...path] = rest.split("/");
  if (what === "documents" && path[0]) {
    const revision = url.searchParams.get("revision") ?? undefined;
    const time = url.searchParams.get("time") ?? undefined;
    const found = path[0].split(",").map((id) => documentAt(sanity.store, id, { revision, time }));
    return Response.json({ documents: found.filter((document) => document !== undefined) });
  }
  if (what === "transactions" && path[0]) {
    return new Response(transactionLines(sanity.store, path[0].split(","), url.searchParams), {
      headers: { "Content-Type": "application/x-ndjson" },
    });
  }
  const id = path[1];
  if (what === "events" && path[0] === "documents" && id) {
    const limit = Number(url.searchParams.get("limit") ?? 100);
    return Response.json({ events: { [id]: eventsOf(sanity.store, id, limit) }, nextCursor: "" });
  }
  throw refusal(404, "Not Found", `There is no history of ${rest}.`);
}

const everything = ["read", "create", "update", "history", "editHistory", "manage"];

/** Answers requests for accounts and the project; undefined for unsupported ones. */
export function answerPeople({
  sanity,
  caller,
  request,
  url,
  rest,
}: Call): Response | Promise<Response> | undefined {
  const { projectId, dataset } = sanity;
  const signedIn = caller === "authenticated";
  if (rest === "auth/providers") {
    const address = `${url.origin}/v1/auth/login/local`;
    return Response.json({
      providers: [{ name: "local", title: "Entrar en este equipo · Sign in on this computer", url: address }],
    });
  }
  if (rest === "auth/fetch") {
    sanity.accounts.redeem(url.searchParams.get("sid") ?? "");
    return Response.json({ token: sanity.accounts.token });
  }
  if (rest === "auth/logout") return new Response(null, { status: 204 });
  if (/^users\/me\/keyvalue/.test(rest)) return answerPreferences(request);
  if (rest === "users/me" || rest === "auth/id" || /^(projects\/[^/]+\/)?users\//.test(rest)) {
    if (!signedIn) throw refusal(401, "Unauthorized", "Unauthorized - Session not found");
    const ids = rest.slice(rest.lastIndexOf("/") + 1).split(",");
    return Response.json(ids.length > 1 ? ids.map(() => editor) : editor);
  }

  const own = `projects/${projectId}`;
  const known: Record<string, unknown> = {
    [`${own}/datasets/${dataset}/acl`]: signedIn
      ? [{ filter: '_id in path("**")', permissions: everything }]
      : [{ filter: '_id in path("*")', permissions: ["read"] }],
    [`${own}/datasets`]: [{ name: dataset, aclMode: "public" }],
    [`${own}/roles`]: editor.roles,
    [`${own}/grants`]: {},
    [`${own}/new-content-release-allowed`]: { allowed: false },
    [own]: {
      id: projectId,
      displayName: "Vitrina",
      studioHost: null,
      isDisabledByUser: false,
      organizationId: null,
      metadata: {},
      features: [],
      members: [
        { id: editor.id, role: editor.role, isCurrentUser: true, isRobot: false, roles: editor.roles },
      ],
    },
    [`${own}/user-applications`]: [],
    ping: { pong: true },
    features: [],
    [`${own}/features`]: [],
    "intake/telemetry-status": { status: "denied" },
    "journey/announcements": [],
  };
  return rest in known ? Response.json(known[rest]) : undefined;
}

// Accepts the preferences of an editor without storing them.
async function answerPreferences(request: Request): Promise<Response> {
  return Response.json(request.method === "PUT" ? await request.json() : []);
}
