import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import { languages, type PageName, pageNames, path } from "#cms/content/site.ts";
import type { FormStampAnswer } from "#functions/contract/answers.schema.ts";
import { findHeaders } from "#local/dev/pages-rules.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { toFileName } from "../support/built-site.ts";

/** Removes everything that makes a browser run or fetch a script. The rest of the document stays as it is. */
const toScriptlessCopy = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*\brel="?modulepreload\b[^>]*>/gi, "");

/** The query that requests the copy of a document without script. */
export const scriptlessQuery = "?scriptless";

/** The addresses of all public pages. */
export const publicAddresses = pageNames.flatMap((name: PageName) =>
  languages.map((language) => path(name, language)),
);

const compress = promisify(brotliCompress);
const isText = /\.(html|js|css|json|svg|xml|txt|webmanifest)$/;
// The edge compresses a document for each visitor, so it does not use the highest quality.
const fastCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const formStamp: FormStampAnswer = { stamp: "bench" };

/**
 * Builds the site of the launch copy and serves it locally as Pages does, with its headers and compression.
 * The form stamp is the only call that it answers.
 */
export async function serveSite() {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-bench-"));
  const [port] = await findFreePorts(1);
  const origin = `http://localhost:${port}`;
  const sanity = await startSanity({ ...localContent, port: 0 });
  await build({
    outDirectory: folder,
    content: { ...localContent, apiHost: sanity.origin },
    siteOrigin: origin,
  });
  await sanity.close();
  const rules = await readFile(join(folder, "_headers"), "utf8");

  type FileAnswer = { status: number; headers: Record<string, string>; body: Buffer };
  async function readAnswer(pathname: string, isScriptless: boolean): Promise<FileAnswer> {
    const name = extname(pathname) ? pathname.slice(1) : toFileName(pathname);
    const file = await readFile(join(folder, name)).catch(() => null);
    if (!file) return { status: 404, headers: {}, body: Buffer.from("") };
    const fileHeaders = findHeaders(rules, pathname);
    const body = isScriptless ? Buffer.from(toScriptlessCopy(file.toString())) : file;
    const headers = {
      "Cache-Control": "public, max-age=0, must-revalidate",
      ...fileHeaders,
      "Content-Type": fileHeaders["Content-Type"] ?? getMimeType(name) ?? "application/octet-stream",
    };
    if (!isText.test(name)) return { status: 200, headers, body };
    return {
      status: 200,
      headers: { ...headers, "Content-Encoding": "br" },
      body: await compress(body, fastCompression),
    };
  }

  // Every file is compressed once, because only the page is measured.
  const answers = new Map<string, Promise<FileAnswer>>();
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", origin);
    if (pathname === "/api/contact/form-stamp") {
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(formStamp));
      return;
    }
    const key = pathname + search;
    const pendingAnswer = answers.get(key) ?? readAnswer(pathname, search === scriptlessQuery);
    answers.set(key, pendingAnswer);
    const { status, headers, body } = await pendingAnswer;
    response.writeHead(status, { ...headers, "Content-Length": body.length }).end(body);
  });
  await once(server.listen(port, "localhost"), "listening");
  return {
    origin,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
