import type { Mutation } from "@sanity/client";
import { useCallback, useEffect, useState } from "react";
import { useClient } from "sanity";
import { apiVersion } from "../content/site.ts";
import { hindrancesOf, planRemoval, type RemovalFacts, readRemovalFacts } from "./removal.ts";

/** How taking a page away stands: being looked at, asked for, under way, or not possible now, because others wrote meanwhile. */
export type Removal = {
  facts: RemovalFacts | null;
  state: "looking" | "ready" | "busy" | "away" | "refused";
  /** Takes it away; true when that is done. */
  remove: (target: string) => Promise<boolean>;
  look: () => Promise<void>;
};

/** What it takes to take a page away, and doing so: all of it, or nothing. */
export function useRemoval(id: string): Removal {
  const client = useClient({ apiVersion });
  const [facts, setFacts] = useState<RemovalFacts | null>(null);
  const [state, setState] = useState<Removal["state"]>("looking");
  const look = useCallback(async () => {
    setState("looking");
    try {
      setFacts(await readRemovalFacts(client, id));
      setState("ready");
    } catch {
      setState("away");
    }
  }, [client, id]);
  useEffect(() => void look(), [look]);

  const remove = async (target: string): Promise<boolean> => {
    setState("busy");
    try {
      // Reads again: an editor may have linked to the page while the dialog was open.
      const now = await readRemovalFacts(client, id);
      setFacts(now);
      if (hindrancesOf(now, id).length > 0) {
        setState("ready");
        return false;
      }
      const changes = planRemoval(now, { id, target, newId: () => crypto.randomUUID() });
      await client.mutate(changes as Mutation[], { visibility: "sync" });
      return true;
    } catch (error) {
      setState(isConflict(error) ? "refused" : "away");
      return false;
    }
  };
  return { facts, state, remove, look };
}

const isConflict = (error: unknown) => (error as { statusCode?: number }).statusCode === 409;
