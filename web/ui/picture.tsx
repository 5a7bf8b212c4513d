import * as css from "./picture.css.ts";
import { type PictureFormat, pictureFile, pictureWidths } from "./picture-files.ts";

type PictureProps = {
  /** The original's address, its description, its size in pixels, and the point (0 to 1) that stays in view. */
  picture: {
    url: string;
    alt: string;
    width: number;
    height: number;
    focus: { x: number; y: number } | null;
  };
  /** How wide it is shown, as the `sizes` of HTML. */
  sizes: string;
  ratio?: keyof typeof css.ratio;
  petal?: keyof typeof css.petal;
  /** The first picture of a page is asked for at once, the others when they come near. */
  first?: boolean;
};

/** A picture in the formats and widths that the build made of it. */
export function Picture({ picture, sizes, ratio = "own", petal = "none", first = false }: PictureProps) {
  const { url, alt, width, height, focus } = picture;
  const widths = pictureWidths(width);
  const sources = (format: PictureFormat) =>
    widths.map((each) => `${pictureFile(url, each, format)} ${each}w`).join(", ");
  return (
    <picture className={`${css.picture} ${css.ratio[ratio]} ${css.petal[petal]}`}>
      <source type="image/avif" srcSet={sources("avif")} sizes={sizes} />
      <img
        className={`${css.image} ${css.focusX[fifth(focus?.x)]} ${css.focusY[fifth(focus?.y)]}`}
        src={pictureFile(url, widths.at(-1) ?? width, "webp")}
        srcSet={sources("webp")}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        {...(first ? { fetchPriority: "high" } : { loading: "lazy" })}
      />
    </picture>
  );
}

const fifth = (position = 0.5) => (Math.round(position * 5) * 20) as keyof typeof css.focusX;
