import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { headersOf } from "#local/dev/pages-rules.ts";
import { mediaType } from "#local/processes/media-type.ts";
import { freePorts } from "#local/processes/ports.ts";
import { buildSite, fileOf } from "./built-site.ts";
import { startEdge } from "./edge.ts";

/** A call that has reached the edge: what it was sent with. */
type Call = { path: string; method: string; cookie: string | undefined; body: string };

/**
 * The site as it is built and answered where it measures how fast it is for its visitors: the built files, and the bundle of the API in
 * workerd on a database, at one address.
 */
export async function startMeasuredSite() {
  const [port = 0] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const [built, edge] = await Promise.all([
    buildSite("measured", undefined, { siteOrigin: origin, measuresVitals: true }),
    startEdge({ SITE_ORIGIN: origin, WEB_VITALS: "on" }),
  ]);
  const rules = await readFile(join(built.site, "_headers"), "utf8");
  const calls: Call[] = [];
  const cookies: string[] = [];

  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", origin);
    const { method = "GET", headers } = request;
    if (pathname.startsWith("/api/")) {
      const body = await text(request);
      calls.push({ path: pathname, method, cookie: headers.cookie, body });
      const sent = Object.entries(headers).filter(
        ([name]) => !/^(host|connection|content-length|accept-encoding)$/.test(name),
      );
      const answer = await edge.fetch(
        pathname + search,
        { method, headers: Object.fromEntries(sent) as Record<string, string>, ...(body && { body }) },
        origin,
      );
      cookies.push(...answer.headers.getSetCookie());
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    const file = join(built.site, /\.\w+$/.test(pathname) ? pathname : fileOf(pathname));
    const bytes = await readFile(file).catch(() => null);
    const { "Content-Security-Policy": policy = "" } = headersOf(rules, pathname);
    const found = { "Content-Type": mediaType(file), "Content-Security-Policy": policy };
    response.writeHead(bytes ? 200 : 404, bytes ? found : {}).end(bytes);
  });
  await once(server.listen(port, "localhost"), "listening");
  return {
    origin,
    edge,
    /** What was asked of the API so far, and the cookies that it has set. */
    calls,
    cookies,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([edge.close(), built.close()]);
    },
  };
}
