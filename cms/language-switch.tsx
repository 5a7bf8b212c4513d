import { Button } from "@sanity/ui";
import { type ToolMenuProps, useLocale } from "sanity";
import { studioLocales, useSay } from "./language.ts";
import { type StudioLanguage, studioLanguages } from "./schema/labels.ts";

const names: Record<StudioLanguage, string> = { es: "Español", en: "English" };

/**
 * Adds a button for the other language to the Studio's tools. The schema gets its labels when it loads, so a switch
 * reloads the Studio. Edits are saved as a draft by then.
 */
export function ToolsAndLanguage(props: ToolMenuProps) {
  const { changeLocale } = useLocale();
  const { language } = useSay();
  const choose = async (newLanguage: StudioLanguage) => {
    await changeLocale(studioLocales[newLanguage]);
    window.location.reload();
  };
  return (
    <>
      {props.renderDefault(props)}
      {studioLanguages
        .filter((candidate) => candidate !== language)
        .map((otherLanguage) => (
          <Button
            key={otherLanguage}
            mode="ghost"
            padding={props.context === "sidebar" ? 4 : 2}
            fontSize={1}
            lang={otherLanguage}
            onClick={() => choose(otherLanguage)}
            text={names[otherLanguage]}
          />
        ))}
    </>
  );
}
