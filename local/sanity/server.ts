import { join } from "node:path";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { readSeed, seedDirectory } from "#cms/seed/documents.ts";
import { isLoopback } from "#functions/kernel/loopback.ts";
import { serveApp } from "#local/processes/serve-app.ts";
import type { WebhookOptions } from "#local/processes/webhook.ts";
import { openAccounts, readToken } from "./accounts.ts";
import { openImages } from "./assets.ts";
import type { Sanity } from "./call.ts";
import type { StoredDocument } from "./documents.ts";
import { createHttpError, SanityError } from "./errors.ts";
import { type ImportedDocument, importDocuments } from "./import.ts";
import { openJournal } from "./journal.ts";
import { newId } from "./mutations.ts";
import { answerRequest } from "./routes.ts";
import { DocumentStore } from "./store.ts";
import { isStreamHost } from "./studio-routes.ts";
import { openWebhook } from "./webhook.ts";

export type SanityOptions = {
  /** 0 takes any free port. */
  port: number;
  projectId: string;
  dataset: string;
  /** The data folder; in memory by default. */
  directory?: string | undefined;
  /** A token for drafts and writing, in addition to the sign-in token. */
  token?: string | undefined;
  /** The documents of the first start; the launch copy by default. */
  documents?: readonly ImportedDocument[];
  /** The receiver of publications; none by default. */
  webhook?: WebhookOptions | undefined;
};

/**
 * Starts the stand-in for Sanity's Content Lake on loopback. It answers 503 until the dataset is open and the promise
 * is fulfilled. `origin` is the `apiHost` for @sanity/client, with `useProjectHostname: false`.
 */
export async function startSanity(options: SanityOptions) {
  let sanity: Sanity | undefined;
  const listener = await serveApp(
    options.port,
    createApp(() => sanity),
  );
  const origin = `http://localhost:${listener.port}`;
  try {
    const openedSanity = await openSanity(options, origin);
    sanity = openedSanity.sanity;
    const close = async () => {
      await listener.close();
      await openedSanity.close();
    };
    return { port: listener.port, origin, close };
  } catch (error) {
    await listener.close();
    throw error;
  }
}

/** Opens the dataset that `directory` holds, or a new one, and connects it with its accounts, pictures and webhook. */
async function openSanity(options: SanityOptions, origin: string) {
  const { projectId, dataset, directory, token, documents = readSeed(), webhook } = options;
  const images = openImages(directory && join(directory, "images"));
  const importAll = (importedDocuments: typeof documents) =>
    importDocuments(importedDocuments, seedDirectory, images, { projectId, dataset, origin });
  // Adds missing single documents, such as the menu, but never pages, which editors may have deleted.
  const importMissing = (existingDocuments: readonly StoredDocument[]) =>
    importAll(
      documents.filter(
        ({ _id, _type }) => _id === _type && !existingDocuments.some((existing) => existing._id === _id),
      ),
    );
  const ownToken = directory ? await readToken(directory) : newId();
  const openedJournal = directory
    ? await openJournal(directory, () => importAll(documents), importMissing)
    : undefined;
  const snapshot = openedJournal?.content ?? { documents: await importAll(documents), transactions: [] };
  // The port may have changed since the picture was uploaded.
  const withOwnUrl = <Document extends StoredDocument | null>(document: Document): Document =>
    document?._type === "sanity.imageAsset" ? { ...document, url: `${origin}/${document.path}` } : document;
  const store = new DocumentStore(
    {
      documents: snapshot.documents.map(withOwnUrl),
      transactions: snapshot.transactions.map((entry) => ({
        ...entry,
        documents: Object.fromEntries(
          Object.entries(entry.documents).map(([id, document]) => [id, withOwnUrl(document)]),
        ),
      })),
    },
    openedJournal?.journal,
  );
  const accounts = openAccounts(ownToken, token ? [token] : []);
  const sanity: Sanity = { projectId, dataset, origin, accounts, store, images };
  const hook = webhook && openWebhook(store, webhook);
  const close = async () => {
    await hook?.close();
    await openedJournal?.journal.close();
  };
  return { sanity, close };
}

/**
 * Creates the API for the Studio, the site and commands. While the dataset is being opened, it answers 503, which
 * `/health` reports to `npm start` and commands.
 */
function createApp(getSanity: () => Sanity | undefined): Hono {
  const answerStarting = () => Response.json({ status: "starting" }, { status: 503 });
  const app = new Hono();
  app.get("/health", () => (getSanity() ? Response.json({ status: "ok" }) : answerStarting()));
  app.use((context, next) => {
    assertLocal(context.req.header("origin"), context.req.url);
    return next();
  });
  // The Studio, on another port and host, reads every answer, also that the stand-in is not ready yet.
  app.use(cors({ origin: (origin) => origin, credentials: true, exposeHeaders: ["*"], maxAge: 600 }));
  app.all("*", ({ req: request }) => {
    const sanity = getSanity();
    return sanity ? answerRequest(sanity, request.raw) : answerStarting();
  });
  app.onError(toErrorResponse);
  return app;
}

function toErrorResponse(error: unknown): Response {
  if (error instanceof SanityError) return Response.json(error.body, { status: error.status });
  process.stderr.write(`${(error as Error).stack}\n`);
  return Response.json({ error: { description: "Internal error", type: "internalError" } }, { status: 500 });
}

/**
 * Rejects a request from a web page of another machine, which could otherwise read and change the content.
 * @throws SanityError (403)
 */
function assertLocal(origin: string | undefined, requestUrl: string): void {
  // A browser sends "null" after the redirect of a stream to another host name. Pages of any machine can send it too, so it
  // counts for streams only. Programs send no origin.
  const { hostname, pathname } = new URL(requestUrl);
  const isRedirectedStream = isStreamHost(hostname) && /\/(listen|live\/events)\//.test(pathname);
  const isOwn =
    !origin || (origin === "null" ? isRedirectedStream : isLoopback(URL.parse(origin)?.hostname ?? ""));
  if (!isOwn) throw createHttpError(403, "The local content is for pages of this machine only.");
}
