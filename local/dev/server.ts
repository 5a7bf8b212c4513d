import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { findPreviewToken } from "#functions/contract/preview.ts";
import { parseSigningKeys, type SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { readPreviewToken } from "#functions/site/preview/tokens.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { startEdge } from "./edge.ts";
import { Failures } from "./failures.ts";
import type { DevPreview, PageAnswer, PageRequest } from "./pages.ts";
import { renderStyles } from "./styles.ts";
import { createVite } from "./vite.ts";

// Paths that the browser requests from Vite. All others are addresses of the site.
const vitePaths = /^\/(@|web\/|functions\/contract\/|cms\/content\/|local\/dev\/|node_modules\/)/;
const edgePaths = /^\/api(\/|$)/;

/**
 * Serves the site from its sources: pages rendered on request, modules from Vite, `/api` and the scheduled Worker in
 * workerd. A change applies from the next request, and open pages show it without a reload by hand.
 */
export async function startDev(options: {
  port: number;
  /** The folder of compiled packages. */
  directory: string;
  /** The environment of the edge. */
  bindings: Record<string, string>;
}) {
  const {
    SITE_ORIGIN = "",
    SANITY_PROJECT_ID = "",
    SANITY_DATASET = "",
    SANITY_API_HOST = "",
  } = options.bindings;
  const { SANITY_READ_TOKEN = "", STUDIO_ORIGIN = "", AUTH_KEYS = "" } = options.bindings;
  const signingKeys = await parseSigningKeys(AUTH_KEYS);
  const content = { projectId: SANITY_PROJECT_ID, dataset: SANITY_DATASET, apiHost: SANITY_API_HOST };
  // Never listens: it hands Vite the connections that both addresses of the listener get.
  const sockets = new Server();
  const { vite, state } = await createVite(options.directory, sockets);
  const failures = new Failures(vite);
  const edge = await startEdge(options.bindings, join(options.directory, "spool"), failures);
  vite.watcher.on("all", (_event, file) => edge.reloadChanged(file));

  const renderPage = async (path: string, request: IncomingMessage): Promise<PageAnswer> => {
    const stateElement = `<meta name="site-state" content="${state()}">`;
    try {
      const pages = (await vite.ssrLoadModule("/local/dev/pages.ts")) as typeof import("./pages.ts");
      const headOf = async (sources: string[]) => stateElement + (await renderStyles(vite, sources));
      const pageRequest: PageRequest = { path, content, siteOrigin: SITE_ORIGIN, headOf };
      const preview = await readPreview(request, signingKeys, SITE_ORIGIN, SANITY_READ_TOKEN);
      const answer =
        (preview && (await pages.answerDevDraft(pageRequest, preview))) ??
        (await pages.answerDevPage(pageRequest));
      failures.recover("page");
      return answer;
    } catch (error) {
      return failures.toErrorPage(error, stateElement);
    }
  };

  const listener = await listenOnLoopback(
    options.port,
    async (request, response, { url, path }) => {
      if (edgePaths.test(path)) return edge.answer(request, response, url);
      if (vitePaths.test(path))
        return vite.middlewares(request, response, () => response.writeHead(404).end());
      sendAnswer(request, response, allowStudio(STUDIO_ORIGIN, request, await renderPage(path, request)));
    },
    (...upgrade) => void sockets.emit("upgrade", ...upgrade),
  );
  return {
    port: listener.port,
    async close() {
      await listener.close();
      await Promise.all([vite.close(), edge.close()]);
    },
  };
}

/**
 * Returns the preview that the request's cookie allows, or null without a valid cookie. With `readToken` the renderer
 * reads drafts from the CMS.
 */
async function readPreview(
  { headers }: IncomingMessage,
  signingKeys: SigningKeys,
  siteOrigin: string,
  readToken: string,
): Promise<DevPreview | null> {
  const cookie = findPreviewToken(headers.cookie);
  const preview = cookie && (await readPreviewToken(signingKeys, siteOrigin, "preview", cookie));
  return preview ? { studio: preview.studio, token: readToken, headers } : null;
}

/** Lets the Studio of `npm run dev` read a page, by which it checks whether a publication is live. */
function allowStudio(studio: string, { headers }: IncomingMessage, answer: PageAnswer): PageAnswer {
  if (!studio || headers.origin !== studio) return answer;
  const studioHeaders = {
    "Access-Control-Allow-Origin": studio,
    "Access-Control-Expose-Headers": "X-Content-Published",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  return { ...answer, headers: { ...answer.headers, ...studioHeaders } };
}

function sendAnswer({ method = "" }: IncomingMessage, response: ServerResponse, answer: PageAnswer): void {
  if (!["GET", "HEAD"].includes(method)) {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  response.writeHead(answer.status, { "Cache-Control": "no-cache", ...answer.headers });
  response.end(method === "HEAD" ? undefined : answer.body);
}
