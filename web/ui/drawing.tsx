import * as css from "./drawing.css.ts";

// The paths of the orchid: its flower, and the stem that branches like a circuit.
const orchidPaths = {
  petals:
    "M4 4C30 18 52 40 54 64C30 58 10 34 0 14M-4 4C-30 18-52 40-54 64C-30 58-10 34 0 14M0-6C-14-24-14-58 0-80C14-58 14-24 0-6ZM6-4C18-34 52-56 84-40C92-12 50 16 8 4ZM-6-4C-18-34-52-56-84-40C-92-12-50 16-8 4Z",
  lip: "M-8 0C-22 18-26 40-18 52C-10 62-6 52 0 60C6 52 10 62 18 52C26 40 22 18 8 0C4-5-4-5-8 0Z",
  veins:
    "M0-14V-62M15 18C26 27 36 40 43 51M-15 18C-26 27-36 40-43 51M14-4C34-14 50-22 70-26M18 0C40-2 54-6 70-10M-14-4C-34-14-50-22-70-26M-18 0C-40-2-54-6-70-10M-4 6C-8 18-6 28 0 34C6 28 8 18 4 6",
  stem: "M168 150V214L140 242V384M140 276 102 314V352M140 296 186 342V376M168 190 204 226V262L228 286V316M168 186C160 160 120 150 76 156",
  leaf: "M140 262C102 258 74 232 60 196C94 204 128 226 140 262C116 244 90 216 60 196",
};

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

/**
 * Renders a line drawing in the colors of the theme, as wide as its container. Each stroke is the name of a pen (color
 * and width), a space and an SVG path. `flower` is the transform that places an orchid, the brand's flower, on top.
 */
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
          <path className={css.pen.bloom} d={orchidPaths.petals} />
          <path className={css.pen.bloom} d={orchidPaths.lip} />
          <path className={css.pen.vein} d={orchidPaths.veins} />
        </g>
      )}
    </svg>
  );
}

/** Renders a line drawing of the orchid on a stem that branches like a circuit. It is decorative. */
export function OrchidDrawing() {
  return (
    <svg aria-hidden="true" className={css.orchid} viewBox="0 0 300 400">
      <path className={css.orchidStem} d={orchidPaths.stem} />
      <path className={css.orchidLeaf} d={orchidPaths.leaf} />
      <circle className={css.orchidLeaf} cx="102" cy="357" r="5" />
      <circle className={css.orchidLeaf} cx="186" cy="381" r="5" />
      <circle className={css.orchidLeaf} cx="140" cy="389" r="5" />
      <circle className={css.orchidLeaf} cx="228" cy="321" r="5" />
      <g transform="translate(62 150) rotate(-20) scale(.5)" strokeWidth="3">
        <path d={orchidPaths.petals} />
        <path d={orchidPaths.lip} />
      </g>
      <g transform="translate(190 104)">
        <path d={orchidPaths.petals} />
        <path d={orchidPaths.lip} />
        <path className={css.orchidVeins} d={orchidPaths.veins} />
      </g>
    </svg>
  );
}
