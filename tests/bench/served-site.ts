import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import { languages, type PageName, pageNames, path } from "#cms/content/site.ts";
import type { FormStampAnswer } from "#functions/contract/contact.ts";
import { headersOf } from "#local/dev/pages-rules.ts";
import { freePorts } from "#local/processes/ports.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { fileOf } from "../support/built-site.ts";
import { scriptlessCopy } from "./scriptless-copy.ts";

/** Asks for a document's copy without script. */
export const scriptless = "?scriptless";

/** The addresses of all public pages. */
export const publicAddresses = pageNames.flatMap((name: PageName) =>
  languages.map((language) => path(name, language)),
);

const compress = promisify(brotliCompress);
const isText = /\.(html|js|css|json|svg|xml|txt|webmanifest)$/;
// As long as a document is compressed at the edge for each visitor, it is not compressed as much as can be.
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const formStamp: FormStampAnswer = { stamp: "bench" };

/**
 * Builds the site of the launch copy and serves it from this machine as Pages does: its headers, its compression. There is no edge
 * behind it but the form's stamp.
 */
export async function serveSite() {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-bench-"));
  const [port] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const sanity = await startSanity({ ...localContent, port: 0 });
  await build({
    outDirectory: folder,
    content: { ...localContent, apiHost: sanity.origin },
    siteOrigin: origin,
  });
  await sanity.close();
  const rules = await readFile(join(folder, "_headers"), "utf8");

  type Answer = { status: number; headers: Record<string, string>; body: Buffer };
  async function answer(pathname: string, isScriptless: boolean): Promise<Answer> {
    const name = extname(pathname) ? pathname.slice(1) : fileOf(pathname);
    const file = await readFile(join(folder, name)).catch(() => null);
    if (!file) return { status: 404, headers: {}, body: Buffer.from("") };
    const whole = headersOf(rules, pathname);
    const body = isScriptless ? Buffer.from(scriptlessCopy(file.toString())) : file;
    const headers = {
      "Cache-Control": "public, max-age=0, must-revalidate",
      ...whole,
      "Content-Type": whole["Content-Type"] ?? getMimeType(name) ?? "application/octet-stream",
    };
    if (!isText.test(name)) return { status: 200, headers, body };
    return {
      status: 200,
      headers: { ...headers, "Content-Encoding": "br" },
      body: await compress(body, quick),
    };
  }

  // Each file is compressed once: what is measured is the page.
  const kept = new Map<string, Promise<Answer>>();
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", origin);
    if (pathname === "/api/contact/form-stamp") {
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(formStamp));
      return;
    }
    const key = pathname + search;
    const made = kept.get(key) ?? answer(pathname, search === scriptless);
    kept.set(key, made);
    const { status, headers, body } = await made;
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
