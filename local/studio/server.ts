import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";
import { getMimeType } from "hono/utils/mime";
import { listenOnLoopback } from "#local/processes/loopback.ts";

/** Serves the built Studio in `directory` on this machine. */
export async function startStudio({ port, directory }: { port: number; directory: string }) {
  const listener = await listenOnLoopback(port, async (request, response, { path }) => {
    if (path === "/health") {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"status":"ok"}');
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return;
    }
    await serve(directory, path, response);
  });
  return { port: listener.port, origin: `http://localhost:${listener.port}`, close: listener.close };
}

/**
 * Sends a file of the Studio, or its page for any other address, because the Studio routes addresses itself. Only a
 * missing file below `/static/` is answered with 404.
 */
async function serve(directory: string, path: string, response: ServerResponse): Promise<void> {
  const requestedFile = join(directory, normalize(path));
  const fileStats = await stat(requestedFile).catch(() => undefined);
  const isBuiltFile = path.startsWith("/static/");
  if (isBuiltFile && !fileStats?.isFile()) {
    response.writeHead(404).end();
    return;
  }
  const file = fileStats?.isFile() ? requestedFile : join(directory, "index.html");
  response.writeHead(200, {
    "Content-Type": getMimeType(file) ?? "application/octet-stream",
    // The names of scripts change with their content.
    "Cache-Control":
      isBuiltFile && /\.(js|css)$/.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
    ...studioHeaders,
  });
  await pipeline(createReadStream(file), response);
}

/**
 * The security headers of every answer of the Studio. Sanity's dashboard may show it in a frame, and its sign-in opens
 * a window. Sanity chooses scripts and connections, so the policy does not name them.
 */
export const studioHeaders = {
  "Strict-Transport-Security": "max-age=31536000",
  "Content-Security-Policy":
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self' https://www.sanity.io",
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Returns the security headers of the Studio as a `_headers` file of Pages. */
export const createStudioHeadersFile = (): string =>
  `/*\n${Object.entries(studioHeaders)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join("")}`;
