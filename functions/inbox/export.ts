// Streams the selected messages as a CSV file while it reads them.
import type { Context } from "hono";
import type { Language } from "#cms/content/site.ts";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import { csvLineBreak } from "#functions/contract/submission.ts";
import { connect } from "#functions/kernel/database/database.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { getCsvFormat } from "./csv.ts";
import type { Position, Selection } from "./selection.ts";
import { listSubmissions } from "./store.ts";

const pageRows = 500;

/**
 * Sends a selection as a CSV file, for readers of a language or for programs. It reads one page at a time, at the speed
 * of the client. An error before the first page is answered as usual. A later error aborts the transfer, so an
 * incomplete file never looks complete.
 */
export async function sendExport(
  c: Context<AppEnv>,
  selection: Selection,
  language: Language | undefined,
): Promise<Response> {
  const { requestId } = c.var;
  const format = getCsvFormat(language);
  const { authorize, environment, caller } = c.var;
  // Every page has the database's full time limit and checks the caller's rights again.
  const readPage = (position: Position | null) =>
    listSubmissions(authorize(connect(environment), caller, { role: "admin" }), selection, position, {
      limit: pageRows,
      include: ["wishes", "conversation", "names"],
      action: "exported",
    });
  const readExportPage = async (position: Position | null) => {
    let { items, next } = await readPage(position);
    // A page of a long search can be empty.
    while (items.length === 0 && next) ({ items, next } = await readPage(next));
    return { text: format.records(items), next };
  };

  const encoder = new TextEncoder();
  const firstPage = await readExportPage(null);
  let next: Position | null;
  const send = (controller: ReadableStreamDefaultController, prefix: string, part: typeof firstPage) => {
    ({ next } = part);
    // Only a complete file ends with a line break. A break after each page could make an aborted transfer look
    // complete.
    controller.enqueue(encoder.encode(prefix + part.text + (next ? "" : csvLineBreak)));
    if (!next) controller.close();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send(controller, format.head, firstPage);
    },
    async pull(controller) {
      try {
        if (next) send(controller, "", await readExportPage(next));
      } catch (fault) {
        logLine({ request_id: requestId, event: "export_broken_off", ...describeFault(fault) });
        controller.error(fault);
      }
    },
  });
  return c.body(body, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${format.fileName}-${toCompanyDay(new Date())}.csv"`,
  });
}
