import { signPaths } from "#cms/content/sign.ts";
import * as css from "./orchid-mark.css.ts";

/** The sign of the brand: a guaria morada from the front. Decorative; the brand's name stands beside it. */
export function OrchidMark() {
  return (
    <svg aria-hidden="true" className={css.mark} viewBox="0 0 48 48">
      <g transform="translate(24 23)">
        <path className={css.sepals} d={signPaths.sepals} />
        <path className={css.petals} d={signPaths.petals} />
        <path className={css.lip} d={signPaths.lip} />
        <path className={css.throat} d={signPaths.throat} />
      </g>
    </svg>
  );
}
