import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";

const scriptPath = "/.test/page-errors.js";
const reportPath = "/.test/page-error";

/** Sends the errors of a page to the collector. It runs in the page and can use nothing but its argument. */
function reportErrors(path: string): void {
  const report = (message: string) => navigator.sendBeacon(path, `${location.pathname}: ${message}`);
  addEventListener("error", ({ message }) => message && report(message));
  addEventListener("unhandledrejection", ({ reason }) => report(String(reason)));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition }) =>
    report(`Content policy violation (${disposition}): ${effectiveDirective} ${blockedURI}`),
  );
  const { console } = globalThis;
  const write = console.error;
  console.error = (...values) => {
    report(values.map(String).join(" "));
    write(...values);
  };
}

/**
 * Starts a proxy that collects the errors of the site's pages. It adds one script of the site's own origin to every
 * document, because WebDriver has no command that reads the console. The site's content policy stays unchanged.
 */
export async function startErrorCollector(site: string) {
  const errors: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === scriptPath) {
      outgoing.writeHead(200, { "Content-Type": "text/javascript" });
      outgoing.end(`(${reportErrors})(${JSON.stringify(reportPath)})`);
      return;
    }
    if (incoming.url === reportPath) {
      errors.push(await text(incoming));
      outgoing.writeHead(204).end();
      return;
    }
    const { method, headers } = incoming;
    // A compressed document cannot be changed, and the copy in the browser's cache is already changed.
    const { "accept-encoding": _, ...forwardedHeaders } = headers;
    const forwarded = send(
      new URL(incoming.url ?? "/", site),
      { method, headers: forwardedHeaders },
      async (response) => {
        const status = response.statusCode ?? 502;
        if (!response.headers["content-type"]?.startsWith("text/html")) {
          outgoing.writeHead(status, response.headers);
          response.pipe(outgoing).on("error", () => outgoing.destroy());
          return;
        }
        const { "content-length": __, ...responseHeaders } = response.headers;
        const document = (await buffer(response)).toString();
        outgoing.writeHead(status, responseHeaders);
        outgoing.end(document.replace("<head>", `<head><script src="${scriptPath}"></script>`));
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    errors,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
