import { useEffect, useState } from "react";

/** Puts the number of unread messages before the title of the tab. */
export function useUnreadTitle(unread: number | undefined): void {
  const [plain] = useState(() => document.title.replace(/^\(\d[^)]*\) /, ""));
  useEffect(() => {
    document.title = unread ? `(${unread > 999 ? "999+" : unread}) ${plain}` : plain;
    return () => {
      document.title = plain;
    };
  }, [unread, plain]);
}
