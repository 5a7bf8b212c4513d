import { useEffect, useRef, useState } from "react";
import { type Asked, translate } from "./translate.ts";

type State = { is: "idle" | "asking" | "failed" } | { is: "proposed"; text: string; asked: Asked };

/** Asks for a translation and holds what was proposed, until it is taken or put aside. */
export function useProposal(url: string) {
  const [state, setState] = useState<State>({ is: "idle" });
  const asking = useRef<AbortController>(null);
  useEffect(() => () => asking.current?.abort(), []);
  return {
    state,
    ask(asked: Asked) {
      asking.current?.abort();
      const now = new AbortController();
      asking.current = now;
      setState({ is: "asking" });
      translate(url, asked, now.signal).then(
        (text) => !now.signal.aborted && setState({ is: "proposed", text, asked }),
        () => !now.signal.aborted && setState({ is: "failed" }),
      );
    },
    putAside() {
      asking.current?.abort();
      setState({ is: "idle" });
    },
  };
}
