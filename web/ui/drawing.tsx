import * as css from "./drawing.css.ts";
import { drawingPaths } from "./orchid-paths.ts";

/**
 * A drawing as data: the size of its coordinates, its paths from back to front, each with the pen that draws it, and where the
 * orchid's flower stands before all of them, as a transformation.
 */
export type Lines = {
  width: number;
  height: number;
  strokes: (readonly [pen: keyof typeof css.pen, path: string])[];
  flower?: string;
};

/** A line drawing in the colors of the theme, as wide as its place; its title says what it shows. */
export function Drawing({
  lines: { width, height, strokes, flower },
  title,
}: {
  lines: Lines;
  title: string;
}) {
  return (
    <svg role="img" className={css.drawing} viewBox={`0 0 ${width} ${height}`}>
      <title>{title}</title>
      {strokes.map(([pen, path]) => (
        <path key={`${pen} ${path}`} className={css.pen[pen]} d={path} />
      ))}
      {flower && (
        <g transform={flower}>
          <path className={css.pen.bloom} d={drawingPaths.petals} />
          <path className={css.pen.bloom} d={drawingPaths.lip} />
          <path className={css.pen.vein} d={drawingPaths.veins} />
        </g>
      )}
    </svg>
  );
}
