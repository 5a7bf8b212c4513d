import type { ReactNode } from "react";
import * as css from "./badge.css.ts";

type BadgeProps = { tone?: keyof typeof css.badge; children: ReactNode };

/** A word or two that sets one thing of a list apart from the others. */
export function Badge({ tone = "leaf", children }: BadgeProps) {
  return <span className={css.badge[tone]}>{children}</span>;
}
