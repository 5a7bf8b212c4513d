import * as css from "./drawing.css.ts";
import { drawingPaths } from "./orchid-paths.ts";

type Pen = keyof typeof css.pen;

/** A drawing as data, in its own coordinates. */
export type Lines = {
  width: number;
  height: number;
  /** The pen and the path of each stroke, from back to front, for example `ink M112 58v38`. */
  strokes: `${Pen} M${string}`[];
  /** The transformation that places the orchid's flower in front of all strokes. */
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
      {strokes.map((stroke) => {
        const start = stroke.indexOf(" ");
        const pen = stroke.slice(0, start) as Pen;
        return <path key={stroke} className={css.pen[pen]} d={stroke.slice(start + 1)} />;
      })}
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
