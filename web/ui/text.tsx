import { Fragment, type ReactNode } from "react";
import * as css from "./text.css.ts";

type TextProps = {
  size?: keyof typeof css.size;
  tone?: keyof typeof css.tone;
  weight?: "regular" | "strong";
  id?: string;
  lang?: string;
  children: ReactNode;
};

/** Renders text of at most 68 characters a line. It keeps line breaks. */
export function Text({ size = "body", tone = "plain", weight = "regular", ...rest }: TextProps) {
  const classes = [css.size[size], css.tone[tone], css.lines, css.measure];
  if (weight === "strong") classes.push(css.strong);
  return <p className={classes.join(" ")} {...rest} />;
}

type HeadingProps = {
  /** The level in the document's outline. */
  level: 1 | 2 | 3;
  /** The font size; by default that of the level. */
  size?: keyof typeof css.heading;
  id?: string;
  children: ReactNode;
};

const sizes = { 1: "display", 2: "heading", 3: "title" } as const;

/** Renders a headline in the serif font; one of size `label` has the font and size of the text, in bold. */
export function Heading({ level, size = sizes[level], id, children }: HeadingProps) {
  const Element = `h${level}` as const;
  return (
    <Element className={css.heading[size]} id={id}>
      {children}
    </Element>
  );
}

type BadgeProps = { tone?: keyof typeof css.badge; children: ReactNode };

/** Renders a label of a word or two for an entry of a list. */
export function Badge({ tone = "leaf", children }: BadgeProps) {
  return <span className={css.badge[tone]}>{children}</span>;
}

/** Renders a mail address that breaks before "@" and dots, and within a word only if the word is longer than a line. */
export function Breakable({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address never change their order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
}

/** Renders text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css.hidden}>{children}</span>;
}
