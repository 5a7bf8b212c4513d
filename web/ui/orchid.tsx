import * as css from "./orchid.css.ts";
import { drawingPaths } from "./orchid-paths.ts";

/** A line drawing of the orchid on a stem that branches like a circuit. Decorative. */
export function OrchidDrawing() {
  return (
    <svg aria-hidden="true" className={css.drawing} viewBox="0 0 300 400">
      <path className={css.stem} d={drawingPaths.stem} />
      <path className={css.leaf} d={drawingPaths.leaf} />
      <circle className={css.leaf} cx="102" cy="357" r="5" />
      <circle className={css.leaf} cx="186" cy="381" r="5" />
      <circle className={css.leaf} cx="140" cy="389" r="5" />
      <circle className={css.leaf} cx="228" cy="321" r="5" />
      <g transform="translate(62 150) rotate(-20) scale(.5)" strokeWidth="3">
        <path d={drawingPaths.petals} />
        <path d={drawingPaths.lip} />
      </g>
      <g transform="translate(190 104)">
        <path d={drawingPaths.petals} />
        <path d={drawingPaths.lip} />
        <path className={css.veins} d={drawingPaths.veins} />
      </g>
    </svg>
  );
}
