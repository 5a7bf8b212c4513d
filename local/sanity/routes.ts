import { signIn } from "./accounts.ts";
import type { Sanity, SanityCall } from "./call.ts";
import { createHttpError, SanityError } from "./errors.ts";
import { answerDocuments, answerImage, answerQuery } from "./read-routes.ts";
import {
  answerHistory,
  answerListening,
  answerLiveEvents,
  answerStudioInfo,
  isStreamHost,
} from "./studio-routes.ts";
import { answerActions, answerMutations, answerUpload } from "./write-routes.ts";

// The handlers of Sanity's operations on a dataset.
const operations: Record<string, (call: SanityCall) => Response | Promise<Response>> = {
  query: answerQuery,
  doc: answerDocuments,
  mutate: answerMutations,
  actions: answerActions,
  listen: answerListening,
  "live/events": answerLiveEvents,
  history: answerHistory,
  images: answerUpload,
};

/**
 * Answers one request as Sanity's API would.
 * @throws SanityError
 */
export async function answerRequest(sanity: Sanity, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = decodeURIComponent(url.pathname);

  const image = /^\/images\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path);
  if (image) return answerImage(sanity, request, url, image as unknown as [string, string, string, string]);

  const { version, operation, dataset, rest, projectId } = parsePath(path);
  if (!version) throw notFoundError(path);
  assertVersion(version);
  const host = projectId ?? request.headers.get("x-sanity-project-id") ?? findProject(url.hostname);
  if (host !== undefined && host !== sanity.projectId) {
    throw createHttpError(404, `Project "${host}" not found.`);
  }
  // A ticket authenticates a stream that was redirected to another host name, in place of the token.
  const ticket = url.searchParams.get("ticket");
  if (ticket) sanity.accounts.redeem(ticket);
  const caller = ticket ? "authenticated" : sanity.accounts.caller(request);
  const call = { sanity, caller, request, url, version, rest };

  const answerOperation = operations[operation ?? ""];
  if (!answerOperation || !dataset) {
    if (rest === "auth/login/local") return signIn(sanity.accounts, url);
    return answerStudioInfo(call) ?? Promise.reject(notFoundError(path));
  }
  if (dataset !== sanity.dataset) {
    throw createHttpError(404, `Dataset "${dataset}" not found for project ID "${sanity.projectId}".`);
  }
  return answerOperation(call);
}

/** Parses a path. Dataset paths are /v…/data/query/production or /v…/projects/ID/datasets/production/query. */
function parsePath(path: string) {
  const resource =
    /^\/(v[^/]+)\/projects\/([^/]+)\/datasets\/([^/]+)\/(query|doc|mutate|actions|listen|live\/events|history)(?:\/(.+))?$/.exec(
      path,
    );
  if (resource) {
    const [, version, projectId, dataset, operation, rest = ""] = resource;
    return { version, projectId, dataset, operation, rest };
  }
  const data = /^\/(v[^/]+)\/(?:data|assets)\/(live\/events|\w+)\/([^/]+)(?:\/(.+))?$/.exec(path);
  if (data) {
    const [, version, operation, dataset, rest = ""] = data;
    return { version, operation, dataset, rest };
  }
  const [, version, rest = ""] = /^\/(v[^/]+)\/(.+)$/.exec(path) ?? [];
  return { version, rest };
}

const notFoundError = (path: string) => createHttpError(404, `There is nothing at ${path}.`);

/** Returns the project in a host name such as `ID.api.localhost`, or undefined. */
function findProject(host: string): string | undefined {
  if (isStreamHost(host)) return undefined;
  return /^([a-z0-9-]+)\.(?:api\.|apicdn\.)?localhost$/.exec(host)?.[1];
}

function assertVersion(version: string): void {
  if (/^v(1|X|\d{4}-\d{2}-\d{2})$/i.test(version)) return;
  throw new SanityError(400, `Invalid API version "${version}": expected a date such as v2025-02-19.`);
}
