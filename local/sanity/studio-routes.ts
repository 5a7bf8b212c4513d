import { editor } from "./accounts.ts";
import { readParameters, type SanityCall } from "./call.ts";
import { createHttpError, SanityError } from "./errors.ts";
import { findVersion, listEvents, transactionLines } from "./history.ts";
import { streamContentChanges, streamMutations } from "./listen.ts";

let streams = 0;

/** Returns whether a host name, `l0.localhost` to `l9.localhost`, serves only redirected streams. */
export const isStreamHost = (hostname: string): boolean => /^l\d\.localhost$/.test(hostname);

/**
 * Redirects a browser's stream to another host name of this machine. Returns null for other clients, and for a stream
 * that was redirected. A browser opens at most six connections to a host, and the Studio opens more streams.
 */
function redirectStream({ sanity, caller, request, url }: SanityCall): Response | null {
  // Only browsers send an origin, and only they resolve those names.
  if (!request.headers.has("origin") || isStreamHost(url.hostname)) return null;
  const redirectUrl = new URL(url);
  streams = (streams + 1) % 10;
  redirectUrl.hostname = `l${streams}.localhost`;
  // A browser drops the token on a redirect to another host.
  if (caller === "authenticated") redirectUrl.searchParams.set("ticket", sanity.accounts.issue());
  return new Response(null, {
    status: 307,
    headers: { Location: redirectUrl.href, "Cache-Control": "no-store" },
  });
}

/**
 * Streams changes for clients that cache query results. Browsers are first redirected to another host name, because
 * they limit the connections to one host.
 * @throws SanityError (401) for drafts without a token
 */
export function answerLiveEvents(call: SanityCall): Response {
  const { sanity, caller, url } = call;
  const includeDrafts = url.searchParams.get("includeDrafts") === "true";
  if (includeDrafts && caller !== "authenticated") {
    throw createHttpError(401, "The events of drafts require a sign-in.");
  }
  return redirectStream(call) ?? streamContentChanges(sanity.store, caller, sanity, includeDrafts);
}

/**
 * Streams the changes of documents. Browsers are first redirected to another host name, because they limit the
 * connections to one host.
 */
export function answerListening(call: SanityCall): Response {
  const { sanity, caller, url } = call;
  const redirect = redirectStream(call);
  if (redirect) return redirect;
  const hasFlag = (name: string) => url.searchParams.get(name) === "true";
  return streamMutations(
    sanity.store,
    caller,
    {
      ...readParameters(url),
      includeResult: hasFlag("includeResult"),
      includeMutations: url.searchParams.get("includeMutations") !== "false",
      withEffects: url.searchParams.get("effectFormat") === "mendoza",
      visibility: url.searchParams.get("visibility") ?? "transaction",
    },
    sanity,
  );
}

/** Answers with past versions of documents, their transactions and their events. */
export function answerHistory({ sanity, caller, url, rest }: SanityCall): Response {
  if (caller !== "authenticated") throw createHttpError(401, "The history requires a sign-in.");
  const [kind, ...path] = rest.split("/");
  if (kind === "documents" && path[0]) {
    if (url.searchParams.has("time")) throw new SanityError(400, "The history has no versions by time.");
    const revision = url.searchParams.get("revision");
    const versions = path[0].split(",").map((id) => findVersion(sanity.store, id, revision));
    return Response.json({ documents: versions.filter((document) => document !== undefined) });
  }
  if (kind === "transactions" && path[0]) {
    return new Response(transactionLines(sanity.store, path[0].split(","), url.searchParams), {
      headers: { "Content-Type": "application/x-ndjson" },
    });
  }
  const id = path[1];
  if (kind === "events" && path[0] === "documents" && id) {
    const limit = Number(url.searchParams.get("limit") ?? 100);
    return Response.json({ events: { [id]: listEvents(sanity.store, id, limit) }, nextCursor: "" });
  }
  throw createHttpError(404, `There is no history of ${rest}.`);
}

const allPermissions = ["read", "create", "update", "history", "editHistory", "manage"];

/** Answers the Studio's requests about sign-in, user and project, or returns undefined for unsupported ones. */
export function answerStudioInfo({
  sanity,
  caller,
  request,
  url,
  rest,
}: SanityCall): Response | Promise<Response> | undefined {
  const { projectId, dataset } = sanity;
  const isSignedIn = caller === "authenticated";
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
    if (!isSignedIn) throw createHttpError(401, "Unauthorized - Session not found");
    const ids = rest.slice(rest.lastIndexOf("/") + 1).split(",");
    return Response.json(ids.length > 1 ? ids.map(() => editor) : editor);
  }

  const projectPath = `projects/${projectId}`;
  const answers: Record<string, unknown> = {
    [`${projectPath}/datasets/${dataset}/acl`]: isSignedIn
      ? [{ filter: '_id in path("**")', permissions: allPermissions }]
      : [{ filter: '_id in path("*")', permissions: ["read"] }],
    [`${projectPath}/datasets`]: [{ name: dataset, aclMode: "public" }],
    [`${projectPath}/roles`]: editor.roles,
    [`${projectPath}/grants`]: {},
    [`${projectPath}/new-content-release-allowed`]: { allowed: false },
    [projectPath]: {
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
    [`${projectPath}/user-applications`]: [],
    ping: { pong: true },
    features: [],
    [`${projectPath}/features`]: [],
    "intake/telemetry-status": { status: "denied" },
    "journey/announcements": [],
  };
  return rest in answers ? Response.json(answers[rest]) : undefined;
}

// Accepts the preferences of an editor without storing them.
async function answerPreferences(request: Request): Promise<Response> {
  return Response.json(request.method === "PUT" ? await request.json() : []);
}
