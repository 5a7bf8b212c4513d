import { Fragment } from "react";
import { splitAddresses } from "#functions/contract/web-addresses.ts";
import { VisuallyHidden } from "./text.tsx";

type LinkedTextProps = {
  /** Says to screen readers that a link opens a new tab. */
  newTab: string;
  children: string;
};

/** Renders a user's text with its web addresses as links, which open in a new tab and learn nothing of this page. */
export function LinkedText({ newTab, children }: LinkedTextProps) {
  return splitAddresses(children).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
    <Fragment key={index}>
      {index % 2 === 1 ? (
        <a href={part} target="_blank" rel="noopener noreferrer nofollow">
          <span>{part}</span>
          <VisuallyHidden>{` ${newTab}`}</VisuallyHidden>
        </a>
      ) : (
        part && <span>{part}</span>
      )}
    </Fragment>
  ));
}
