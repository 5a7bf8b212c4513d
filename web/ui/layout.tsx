import type { ReactNode } from "react";
import type { space } from "#web/theme/tokens.ts";
import * as css from "./layout.css.ts";

type Space = keyof typeof space;

/** Limits its content to the page's width, with a gutter at the sides. */
export function Container({ children }: { children: ReactNode }) {
  return <div className={css.container}>{children}</div>;
}

type StackProps = {
  space?: Space;
  align?: keyof typeof css.align;
  children: ReactNode;
};

/** Puts its children below each other with equal distances. */
export function Stack({ space = "medium", align = "stretch", children }: StackProps) {
  return <div className={`${css.stack} ${css.gap[space]} ${css.align[align]}`}>{children}</div>;
}

/** Puts its children beside each other, on more lines if they do not fit. */
export function Row({ space = "medium", children }: { space?: Space; children: ReactNode }) {
  return <div className={`${css.row} ${css.gap[space]}`}>{children}</div>;
}

/** Provides twelve columns on laptops and wider screens, and one column below. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>;
}

/** Renders a part of a Grid. */
export function Column({ span, children }: { span: keyof typeof css.column; children: ReactNode }) {
  return <div className={css.column[span]}>{children}</div>;
}
