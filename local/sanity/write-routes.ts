import { basename } from "node:path";
import { type ActionRequest, runAction } from "./actions.ts";
import { describeImage } from "./assets.ts";
import type { SanityCall } from "./call.ts";
import { createHttpError, SanityError } from "./errors.ts";
import { type MutationRequest, newId, type Outcome, runMutation } from "./mutations.ts";

/** Requires POST and a token. */
function assertCanWrite({ caller, request }: SanityCall): void {
  if (request.method !== "POST") throw createHttpError(405, "Changes are made with POST.");
  if (caller === "authenticated") return;
  const description = 'transaction failed: Insufficient permissions; permission "update" required';
  throw new SanityError(403, description, {
    error: {
      description,
      type: "mutationError",
      items: [{ error: { description, type: "insufficientPermissionsError" }, index: 0 }],
    },
  });
}

/** Reads the mutations or actions of a request, whose property in the body is `name`. */
async function readBody(
  request: Request,
  name: string,
): Promise<{ entries: unknown[]; transactionId: string; dryRun: boolean }> {
  const body = (await request.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  const entries = body?.[name];
  if (!body || !Array.isArray(entries)) throw new SanityError(400, `The body has to be JSON with ${name}.`);
  return {
    entries,
    transactionId: String(body.transactionId ?? newId()),
    dryRun: body.dryRun === true,
  };
}

/** Creates, changes and deletes documents in one transaction. */
export async function answerMutations(call: SanityCall): Promise<Response> {
  assertCanWrite(call);
  const { sanity, request, url } = call;
  const { entries, transactionId, dryRun } = await readBody(request, "mutations");
  const hasFlag = (name: string) => url.searchParams.get(name) === "true";
  const results = await sanity.store.commit(
    { transactionId, dryRun: dryRun || hasFlag("dryRun") },
    async (transaction) => {
      const outcomes: Outcome[] = [];
      for (const [index, mutation] of (entries as MutationRequest[]).entries()) {
        outcomes.push(...(await runMutation(transaction, mutation, sanity, "mutation", index)));
      }
      return outcomes.map((outcome) => ({
        ...outcome,
        ...(hasFlag("returnDocuments") && { document: transaction.get(outcome.id) }),
      }));
    },
  );
  const visibleResults = hasFlag("returnIds") || hasFlag("returnDocuments") ? results : [];
  return Response.json({ transactionId, results: visibleResults });
}

/** Runs an editor's actions on a document and its draft, in one transaction. */
export async function answerActions(call: SanityCall): Promise<Response> {
  assertCanWrite(call);
  const { sanity, request } = call;
  const { entries, transactionId, dryRun } = await readBody(request, "actions");
  await sanity.store.commit({ transactionId, dryRun }, async (transaction) => {
    for (const [index, action] of (entries as ActionRequest[]).entries()) {
      await runAction(transaction, action, sanity, index);
    }
  });
  return Response.json({ transactionId });
}

/** Stores a picture; identical bytes give the same document. */
export async function answerUpload(call: SanityCall): Promise<Response> {
  assertCanWrite(call);
  const { sanity, request, url } = call;
  const bytes = Buffer.from(await request.arrayBuffer());
  const filename = basename(url.searchParams.get("filename") ?? "image");
  const { document, name } = await describeImage(bytes, filename, sanity);
  await sanity.images.put(name, bytes);
  const storedDocument = await sanity.store.commit({ transactionId: newId() }, async (transaction) => {
    await runMutation(transaction, { createIfNotExists: document }, sanity);
    return transaction.get(document._id);
  });
  return Response.json({ document: storedDocument });
}
