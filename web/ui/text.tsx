import type { ReactNode } from "react";
import * as css from "./text.css.ts";

type Tone = keyof typeof css.tone;

type TextProps = {
  size?: keyof typeof css.size;
  tone?: Tone;
  weight?: "regular" | "strong";
  as?: "p" | "span" | "dt" | "dd";
  id?: string;
  lang?: string;
  children: ReactNode;
};

/** Running text: at most 68 characters a line; a line break in the words is one on the page. */
export function Text({ size = "body", tone = "plain", weight = "regular", as = "p", ...rest }: TextProps) {
  const Element = as;
  const classes = [css.size[size], css.tone[tone], css.lines, css.measure];
  if (weight === "strong") classes.push(css.strong);
  return <Element className={classes.join(" ")} {...rest} />;
}

type HeadingProps = {
  /** Its place in the document's outline. */
  level: 1 | 2 | 3;
  /** How large it is set; by default as its level asks. */
  size?: keyof typeof css.heading;
  id?: string;
  children: ReactNode;
};

const sizes = { 1: "display", 2: "heading", 3: "title" } as const;

/** A headline, in the serif. */
export function Heading({ level, size = sizes[level], id, children }: HeadingProps) {
  const Element = `h${level}` as const;
  return (
    <Element className={css.heading[size]} id={id}>
      {children}
    </Element>
  );
}
