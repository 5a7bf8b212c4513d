import { useSyncExternalStore } from "react";
import { wide } from "#web/theme/media.ts";

/** Where there is room for the list or for the opened message only: on phones and narrow tablets. */
export const onePane = `not all and ${wide.laptop}`;

/** How high the bar of actions below the opened message is then, without what a phone keeps free there for itself. */
export const actionBarHeight = "3.75rem";

const query = () => matchMedia(onePane);

/** Whether they take turns, as it changes. */
export const useOnePane = () => useSyncExternalStore(listen, () => query().matches);

function listen(changed: () => void): () => void {
  const watched = query();
  watched.addEventListener("change", changed);
  return () => watched.removeEventListener("change", changed);
}
