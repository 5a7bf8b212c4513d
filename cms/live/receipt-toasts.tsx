import { useToast } from "@sanity/ui/toast";
import { useEffect } from "react";
import { type LayoutProps, useClient, useCurrentUser, useSchema } from "sanity";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";
import { siteOrigin } from "../project.ts";
import { OpenFoundField } from "../search/open-found-field.tsx";
import type { Placed } from "./look.ts";
import { followPublication, type Receipt } from "./receipts.ts";
import { liveWords, problemWords, receiptWords } from "./words.ts";

const published = `*[_type in ["page", "siteSettings", "navigation", "redirect"]]`;
const documentQuery = `*[_id == $id][0]{
  "type": _type,
  "name": select(_type == "page" => coalesce(name, _id)),
  address{es, en},
  from
}`;

type Followed = Placed & { type: string; from: string | null };

// All redirects share one message, because no page shows them and a deleted page creates several at once.
const keyOf = (document: string, type: string) => (type === "redirect" ? type : document);

/** Wraps the Studio. Reports whether the site shows a publication, and opens search results at the matching field. */
export function WithReceipts(props: LayoutProps) {
  return (
    <>
      {props.renderDefault(props)}
      {siteOrigin && <Receipts />}
      <OpenFoundField />
    </>
  );
}

function Receipts() {
  const client = useClient({ apiVersion });
  const user = useCurrentUser()?.id;
  const show = useReceiptToast();

  useEffect(() => {
    const following = new Map<string, AbortController>();
    const oldAddresses = new Set<string>();
    const follow = async (document: string) => {
      following.get(document)?.abort();
      const raw = client.withConfig({ perspective: "raw" });
      const found = await raw.fetch<Followed | null>(documentQuery, { id: document });
      // A deleted document is shown nowhere; the deletion reports its own result.
      if (!found) return;
      const key = keyOf(document, found.type);
      following.get(key)?.abort();
      const aborter = new AbortController();
      following.set(key, aborter);
      const { from } = found;
      if (from) oldAddresses.add(from);
      const showWithAddresses = (receipt: Receipt) =>
        show(from ? { ...receipt, addresses: [...oldAddresses] } : receipt);
      await followPublication(client, { document: key, ...found }, showWithAddresses, aborter.signal);
      if (from && !aborter.signal.aborted) oldAddresses.clear();
    };
    const subscription = client.listen(published, {}, { includeResult: false }).subscribe((event) => {
      if (event.type !== "mutation" || event.identity !== user || event.documentId.includes(".")) return;
      void follow(event.documentId);
    });
    return () => {
      subscription.unsubscribe();
      for (const aborter of following.values()) aborter.abort();
    };
  }, [client, user, show]);
  return null;
}

/** Returns the function that shows the outcome of a publication. It replaces the previous message. */
function useReceiptToast(): (receipt: Receipt) => void {
  const { push } = useToast();
  const schema = useSchema();
  const say = useSay();
  return ({ document, addresses, outcome }: Receipt) => {
    const { title, description, status } = receiptWords(outcome, say, (problem) =>
      problemWords(problem, schema, say),
    );
    push({
      id: `receipt-${document}`,
      status,
      title,
      description: outcome.state === "live" ? liveWords(document, addresses, say) : description,
      closable: true,
      // Outcomes replace a pending message. Errors stay until the editor closes them.
      duration: outcome.state === "live" ? 20_000 : 86_400_000,
    });
  };
}
