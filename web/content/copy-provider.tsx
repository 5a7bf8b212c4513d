import { createContext, type ReactNode, useContext } from "react";
import type { Copy } from "./copy.ts";

const CopyContext = createContext<Copy | null>(null);

/** Makes the page's copy known to everything inside. */
export function CopyProvider({ copy, children }: { copy: Copy; children: ReactNode }) {
  return <CopyContext value={copy}>{children}</CopyContext>;
}

/** The copy of the page being shown. @throws Error outside of a CopyProvider */
export function useCopy(): Copy {
  const copy = useContext(CopyContext);
  if (!copy) throw new Error("useCopy needs a CopyProvider");
  return copy;
}
