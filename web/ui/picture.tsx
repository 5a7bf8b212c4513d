import * as css from "./picture.css.ts";
import { type PictureFormat, pictureFile, pictureFormats, pictureWidths } from "./picture-files.ts";

type PictureProps = {
  /**
   * The original's address, its description, its size in pixels, the point (0 to 1) that stays in view, and what is shown in its
   * place in the dark theme, of the same shape.
   */
  picture: {
    url: string;
    alt: string;
    width: number;
    height: number;
    focus: { x: number; y: number } | null;
    dark: { url: string; width: number } | null;
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
  const { url, alt, width, height, focus, dark } = picture;
  return (
    <picture className={`${css.picture} ${dark ? "" : css.dimmed} ${css.ratio[ratio]} ${css.petal[petal]}`}>
      {dark &&
        pictureFormats.map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            media="(prefers-color-scheme: dark)"
            srcSet={sourceSet(dark, format)}
            sizes={sizes}
            // Where a theme was chosen, its media is another one by now.
            suppressHydrationWarning
          />
        ))}
      <source type="image/avif" srcSet={sourceSet(picture, "avif")} sizes={sizes} />
      <img
        className={`${css.image} ${css.focusX[fifth(focus?.x)]} ${css.focusY[fifth(focus?.y)]}`}
        src={pictureFile(url, pictureWidths(width).at(-1) ?? width, "webp")}
        srcSet={sourceSet(picture, "webp")}
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

const sourceSet = ({ url, width }: { url: string; width: number }, format: PictureFormat) =>
  pictureWidths(width)
    .map((each) => `${pictureFile(url, each, format)} ${each}w`)
    .join(", ");

const fifth = (position = 0.5) => (Math.round(position * 5) * 20) as keyof typeof css.focusX;
