import { Button } from "@sanity/ui";
import { type ToolMenuProps, useLocale } from "sanity";
import { locales, useSay } from "./language.ts";
import { type StudioLanguage, studioLanguages } from "./schema/say.ts";

const names: Record<StudioLanguage, string> = { es: "Español", en: "English" };

/**
 * The Studio's tools, and beside them the language that it will switch to. The words of the schema are chosen when
 * it is loaded, so that switching loads it again; what was typed is kept as a draft by then.
 */
export function ToolsAndLanguage(props: ToolMenuProps) {
  const { changeLocale } = useLocale();
  const { language } = useSay();
  const choose = async (other: StudioLanguage) => {
    await changeLocale(locales[other]);
    window.location.reload();
  };
  return (
    <>
      {props.renderDefault(props)}
      {studioLanguages
        .filter((other) => other !== language)
        .map((other) => (
          <Button
            key={other}
            mode="ghost"
            padding={props.context === "sidebar" ? 4 : 2}
            fontSize={1}
            lang={other}
            onClick={() => choose(other)}
            text={names[other]}
          />
        ))}
    </>
  );
}
