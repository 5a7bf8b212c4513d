import { stripVTControlCharacters as plain } from "node:util";
import type { ErrorPayload, ViteDevServer } from "vite";
import { escapeHtml } from "#functions/mail/html.ts";
import type { PageAnswer } from "./pages.ts";

type SitePart = "page" | "edge";
type SourceError = Error & Partial<Pick<ErrorPayload["err"], "id" | "frame" | "plugin" | "loc">>;

/**
 * Stores the current faults of the sources. Each is printed once at the terminal, and shown over every page until it is
 * fixed.
 */
export class Failures {
  readonly #vite: ViteDevServer;
  readonly #shown = new Map<SitePart, ErrorPayload>();

  constructor(vite: ViteDevServer) {
    this.#vite = vite;
    vite.environments.client.hot.on("site:shown", (_data, client) => {
      for (const payload of this.#shown.values()) client.send(payload);
    });
  }

  /** Reports that this part fails, and the reason. */
  fail(part: SitePart, reason: unknown): void {
    const error = (reason instanceof Error ? reason : new Error(String(reason))) as SourceError;
    const { id, frame, plugin, loc } = error;
    const message = plain(error.message);
    const payload: ErrorPayload = {
      type: "error",
      err: {
        message,
        stack: plain(error.stack ?? ""),
        ...(id && { id }),
        ...(frame && { frame: plain(frame) }),
        ...(plugin && { plugin }),
        ...(loc && { loc }),
      },
    };
    if (this.#shown.get(part)?.err.message !== message) {
      process.stderr.write(`${[message, frame && plain(frame), id].filter(Boolean).join("\n")}\n`);
    }
    this.#shown.set(part, payload);
    this.#vite.environments.client.hot.send(payload);
  }

  /** Returns whether this part fails now. */
  isFailing(part: SitePart): boolean {
    return this.#shown.has(part);
  }

  /** Reports that this part works. */
  recover(part: SitePart): void {
    // An empty update removes the message from the pages.
    if (this.#shown.delete(part)) this.#vite.environments.client.hot.send({ type: "update", updates: [] });
  }

  /** Returns the error page for a page that cannot be rendered; `head` goes into its head. */
  toErrorPage(error: unknown, head: string): PageAnswer {
    if (error instanceof Error) this.#vite.ssrFixStacktrace(error);
    this.fail("page", error);
    const message = escapeHtml(this.#shown.get("page")?.err.message ?? "");
    return {
      status: 500,
      headers: { "Content-Type": "text/html; charset=utf-8" },
      body: `<!doctype html><meta charset="utf-8">${head}<title>Error</title><pre>${message}</pre><script type="module">import { followSources } from "/local/dev/browser/follow.ts"; followSources(() => true);</script>`,
    };
  }
}
