import * as css from "./picture.css.ts";
import { type PictureFormat, pictureFormats, pictureWidths, toPictureAddress } from "./picture-files.ts";

type PictureProps = {
  /**
   * The original's address, description and size in pixels, and its focal point (0 to 1). `dark` is a variant of the
   * same shape for the dark theme.
   */
  picture: {
    url: string;
    alt: string;
    width: number;
    height: number;
    focus: { x: number; y: number } | null;
    dark: { url: string; width: number } | null;
  };
  /** The displayed width, in the syntax of the HTML attribute `sizes`. */
  sizes: string;
  ratio?: keyof typeof css.ratio;
  petal?: keyof typeof css.petal;
  /** Whether it is the first picture of the page, which loads at once. The others load when they come near. */
  first?: boolean;
};

/**
 * Renders a picture in the formats and widths of its files, which the build makes, or the CMS for a newer picture. CSS
 * dims a picture without a variant for the dark theme.
 */
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
            // The loader has changed the media if the visitor chose a theme.
            suppressHydrationWarning
          />
        ))}
      <source type="image/avif" srcSet={sourceSet(picture, "avif")} sizes={sizes} />
      <img
        className={`${css.image} ${toFocusClasses(focus ?? { x: 0.5, y: 0.5 })}`}
        src={toPictureAddress(url, pictureWidths(width).at(-1) ?? width, "webp")}
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
    .map((fileWidth) => `${toPictureAddress(url, fileWidth, format)} ${fileWidth}w`)
    .join(", ");

/** Returns the classes of a focal point, exact to one percent. */
function toFocusClasses({ x, y }: { x: number; y: number }): string {
  const [percentX, percentY] = [Math.round(x * 100), Math.round(y * 100)];
  const ten = (percent: number) => Math.floor(percent / 10);
  return `${css.tensX[ten(percentX)]} ${css.onesX[percentX % 10]} ${css.tensY[ten(percentY)]} ${css.onesY[percentY % 10]}`;
}
