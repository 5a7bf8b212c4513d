import type { ReactNode } from "react";
import * as css from "./badge.css.ts";

/** A word or two that sets one thing of a list apart from the others. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className={css.badge}>{children}</span>;
}
