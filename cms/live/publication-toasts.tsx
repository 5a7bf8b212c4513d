import { useToast } from "@sanity/ui/toast";
import { useEffect, useEffectEvent } from "react";
import { retry } from "rxjs";
import { type LayoutProps, useClient, useCurrentUser, useSchema } from "sanity";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";
import { siteOrigin } from "../project.ts";
import { OpenMatchingField } from "../search/open-matching-field.tsx";
import { toLiveMessage, toProblemMessage, toReportMessage } from "./messages.ts";
import { followPublication, type PublicationReport } from "./publication-reports.ts";
import type { AddressedDocument } from "./site-status.ts";

const retryDelayMs = 5_000;
const siteDocumentsFilter = `*[_type in ["page", "siteSettings", "navigation", "redirect"]]`;
const documentQuery = `*[_id == $id][0]{
  "type": _type,
  "name": select(_type == "page" => coalesce(name, _id)),
  address{es, en},
  from
}`;

type FollowedDocument = AddressedDocument & { type: string; from: string | null };

// Sanity shows toasts above the bottom right corner, where a tall document footer has its publish button and menu.
const toastStyle = `
ul[data-ui="ToastProvider"] { inset: auto auto 0 0; padding-block-end: 20px }
@media (max-width: 600px) { ul[data-ui="ToastProvider"] { inset: 0 0 auto; padding-block: 60px 0 } }
`;

/** Wraps the Studio. Reports whether the site shows a publication, and opens search results at the matching field. */
export function WithPublicationReports(props: LayoutProps) {
  return (
    <>
      <style>{toastStyle}</style>
      {props.renderDefault(props)}
      {siteOrigin && <PublicationReports />}
      <OpenMatchingField />
    </>
  );
}

/** Follows each document that the editor publishes for 10 minutes at most. A toast shows whether it is on the site. */
function PublicationReports() {
  const client = useClient({ apiVersion });
  const user = useCurrentUser()?.id;
  // A new function in each render must not end the following of a publication.
  const show = useEffectEvent(usePublicationToast());

  useEffect(() => {
    const aborters = new Map<string, AbortController>();
    const oldAddresses = new Set<string>();
    const follow = async (document: string) => {
      aborters.get(document)?.abort();
      const raw = client.withConfig({ perspective: "raw" });
      const publishedDocument = await raw.fetch<FollowedDocument | null>(documentQuery, { id: document });
      // A deleted document is shown nowhere; the deletion reports its own result.
      if (!publishedDocument) return;
      // All redirects share one message, because no page shows them and a deleted page creates several at once.
      const key = publishedDocument.type === "redirect" ? "redirect" : document;
      aborters.get(key)?.abort();
      const aborter = new AbortController();
      aborters.set(key, aborter);
      const { from } = publishedDocument;
      if (from) oldAddresses.add(from);
      const showWithAddresses = (report: PublicationReport) =>
        show(from ? { ...report, addresses: [...oldAddresses] } : report);
      await followPublication(
        client,
        { document: key, ...publishedDocument },
        showWithAddresses,
        aborter.signal,
      );
      if (from && !aborter.signal.aborted) oldAddresses.clear();
    };
    const subscription = client
      .listen(siteDocumentsFilter, {}, { includeResult: false })
      .pipe(retry({ delay: retryDelayMs }))
      .subscribe((event) => {
        // An id with a dot is a draft.
        if (event.type !== "mutation" || event.identity !== user || event.documentId.includes(".")) return;
        void follow(event.documentId);
      });
    return () => {
      subscription.unsubscribe();
      for (const aborter of aborters.values()) aborter.abort();
    };
  }, [client, user]);
  return null;
}

/** Returns the function that shows an outcome in a toast, in place of the earlier one about the same document. */
function usePublicationToast(): (report: PublicationReport) => void {
  const { push } = useToast();
  const schema = useSchema();
  const say = useSay();
  return ({ document, addresses, outcome }: PublicationReport) => {
    const { title, description, status } = toReportMessage(outcome, say, (problem) =>
      toProblemMessage(problem, schema, say),
    );
    push({
      id: `receipt-${document}`,
      status,
      title,
      description: outcome.state === "live" ? toLiveMessage(document, addresses, say) : description,
      closable: true,
      // Outcomes replace a pending message. Errors stay until the editor closes them.
      duration: outcome.state === "live" ? 20_000 : 86_400_000,
    });
  };
}
