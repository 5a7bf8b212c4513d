import type { Language } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-text.ts";
import { Picture } from "#web/ui/picture.tsx";
import * as css from "./screenshot.css.ts";

/** Returns the screenshot in the page's language, or else the first one. */
export function useScreenshot<Screen extends { language: Language }>(screens: Screen[]): Screen | undefined {
  const language = useLanguage();
  return screens.find((screen) => screen.language === language) ?? screens[0];
}

type ScreenshotProps = Pick<Parameters<typeof Picture>[0], "picture" | "sizes"> & { className?: string };

/** Renders a picture of a product, framed and uncropped. */
export function Screenshot({ picture, sizes, className = "" }: ScreenshotProps) {
  return (
    <div className={`${css.frame} ${className}`}>
      <Picture picture={picture} sizes={sizes} />
    </div>
  );
}
