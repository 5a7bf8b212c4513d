import { type ReactNode, useEffect, useRef } from "react";
import * as css from "./tooltip.css.ts";

const delayMs = 400;
const distancePx = 6;

type TooltipProps = {
  /** A short text about the child. */
  label: string;
  children: ReactNode;
};

/**
 * Shows a short text about its child while a mouse hovers over it or the keyboard focuses it. Escape and a click hide
 * the text. A tooltip must not be the only source of information, because touch screens have no hover.
 */
export function Tooltip({ label, children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = () => {
    if (!anchor.current || !bubble.current) return;
    bubble.current.showPopover();
    positionBubble(bubble.current, anchor.current);
  };
  const hide = () => {
    clearTimeout(timer.current);
    bubble.current?.hidePopover();
  };
  const showSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(show, delayMs);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for its child
    <span
      ref={anchor}
      className={css.anchor}
      onPointerEnter={(event) => event.pointerType === "mouse" && showSoon()}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show()}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
      onClick={hide}
    >
      {children}
      <span ref={bubble} className={css.tooltip} popover="manual" role="tooltip">
        {label}
      </span>
    </span>
  );
}

/** Places the bubble above its anchor, or below if there is no room, within the sides of the window. */
function positionBubble(bubble: HTMLElement, anchor: HTMLElement): void {
  const anchorBox = anchor.getBoundingClientRect();
  const size = bubble.getBoundingClientRect();
  const above = anchorBox.top - size.height - distancePx;
  const left = anchorBox.left + anchorBox.width / 2 - size.width / 2;
  const right = document.documentElement.clientWidth - size.width - distancePx;
  bubble.style.top = `${above > distancePx ? above : anchorBox.bottom + distancePx}px`;
  bubble.style.left = `${Math.max(distancePx, Math.min(left, right))}px`;
}
