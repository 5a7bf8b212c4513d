import type { Mutation } from "@sanity/client";
import { useCallback, useEffect, useState } from "react";
import { useClient } from "sanity";
import { apiVersion } from "../content/site.ts";
import { findRemovalBlockers, planRemoval, type RemovalFacts, readRemovalFacts } from "./removal.ts";

/** The state of a removal. `refused` means that a document changed meanwhile, `away` that the CMS does not respond. */
export type Removal = {
  facts: RemovalFacts | null;
  state: "reading" | "ready" | "busy" | "away" | "refused";
  /** Removes the page. Returns whether that succeeded. */
  remove: (target: string) => Promise<boolean>;
  /** Reads the facts again. */
  refresh: () => Promise<void>;
};

/**
 * Reads what blocks the removal of a page, and removes the page in one transaction. Redirects then lead its addresses
 * to the page `target`.
 */
export function useRemoval(id: string): Removal {
  const client = useClient({ apiVersion });
  const [facts, setFacts] = useState<RemovalFacts | null>(null);
  const [state, setState] = useState<Removal["state"]>("reading");
  const refresh = useCallback(async () => {
    setState("reading");
    try {
      setFacts(await readRemovalFacts(client, id));
      setState("ready");
    } catch {
      setState("away");
    }
  }, [client, id]);
  useEffect(() => void refresh(), [refresh]);

  const remove = async (target: string): Promise<boolean> => {
    setState("busy");
    try {
      // Reads again: an editor may have linked to the page while the dialog was open.
      const currentFacts = await readRemovalFacts(client, id);
      setFacts(currentFacts);
      if (findRemovalBlockers(currentFacts, id).length > 0) {
        setState("ready");
        return false;
      }
      const changes = planRemoval(currentFacts, { id, target, newId: () => crypto.randomUUID() });
      await client.mutate(changes as Mutation[], { visibility: "sync" });
      return true;
    } catch (error) {
      setState(isConflict(error) ? "refused" : "away");
      return false;
    }
  };
  return { facts, state, remove, refresh };
}

const isConflict = (error: unknown) => (error as { statusCode?: number }).statusCode === 409;
