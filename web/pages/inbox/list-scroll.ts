import { useCallback, useLayoutEffect, useRef } from "react";
import { wide } from "#web/theme/media.ts";

/**
 * Where the list and the message take turns (on a phone): a message opens at its beginning, and the list
 * comes back where it was left.
 */
export function useListScroll(opened: boolean) {
  const left = useRef(0);
  const wasOpened = useRef(opened);

  useLayoutEffect(() => {
    if (wasOpened.current === opened) return;
    wasOpened.current = opened;
    if (!matchMedia(wide.laptop).matches) scrollTo({ top: opened ? 0 : left.current, behavior: "instant" });
  }, [opened]);

  const keep = useCallback(() => {
    if (!wasOpened.current) left.current = scrollY;
  }, []);
  return { keep };
}
