import { useEffect } from "react";

/** A page that the browser kept and shows again with its back button asks anew who is there. */
export function useFreshReturn() {
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);
}
