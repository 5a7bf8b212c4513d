import type { ReactNode } from "react";
import { hidden } from "./hidden.css.ts";

/** Words for those who listen to the page instead of seeing it. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={hidden}>{children}</span>;
}
