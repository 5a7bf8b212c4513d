import { getPublishedId, type StringInputProps, useEditState, useFormValue } from "sanity";
import { measuredFigures } from "../../content/measured-figures.ts";
import { useSay } from "../../language.ts";
import type { LabelFn } from "../labels.ts";
import type { AnchorSource } from "./anchors.ts";

type PageLink = { kind?: string; page?: { _ref?: string }; anchor?: string };
type Figure = { key: string; value: string; label?: AnchorSource["title"] };

/** Renders Sanity's list input with choices that are known only at run time. Removing `components` avoids recursion. */
const renderChoices = (props: StringInputProps, list: { title: string; value: string }[]) =>
  props.renderDefault({
    ...props,
    schemaType: { ...props.schemaType, components: {}, options: { ...props.schemaType.options, list } },
  });

/** Returns the sections that have an anchor, the only ones to which a link can lead. */
const toAnchorChoices = (sections: unknown, { language }: LabelFn) =>
  ((sections ?? []) as AnchorSource[]).flatMap(({ anchor, title }) =>
    anchor ? [{ value: anchor, title: `${title?.[language] || anchor} (#${anchor})` }] : [],
  );

/** Lists the sections of the open page. */
export function OwnSectionInput(props: StringInputProps) {
  return renderChoices(props, toAnchorChoices(useFormValue(["sections"]), useSay()));
}

/** Lists the sections of the page to which the surrounding link leads; none before a page is chosen. */
export function LinkedSectionInput(props: StringInputProps) {
  const say = useSay();
  const link = useFormValue(props.path.slice(0, -1)) as PageLink | undefined;
  const ownId = getPublishedId(String(useFormValue(["_id"]) ?? ""));
  const sections = useFormValue(["sections"]);
  const target = getPublishedId(link?.page?._ref ?? "");
  const { draft, published } = useEditState(target || ownId, "page");
  const targetSections = target === ownId ? sections : (draft ?? published)?.sections;
  return renderChoices(props, target ? toAnchorChoices(targetSections, say) : []);
}

/** Returns what editors read about the figures that are measured at this site's home page, by key. */
const measuredTitles = (say: LabelFn): Record<string, string> => ({
  "site-paint": say({
    es: "hasta el pintado principal, en un celular",
    en: "to the largest paint, on a phone",
  }),
  "site-weight": say({ es: "al abrir la página", en: "when the page opens" }),
  "site-requests": say({ es: "archivos al abrir la página", en: "files when the page opens" }),
  "site-ratio": say({
    es: "el pintado de la página sin JavaScript",
    en: "the paint of the page without JavaScript",
  }),
  "site-performance": say({ es: "en rendimiento", en: "for performance" }),
  "site-accessibility": say({ es: "en accesibilidad", en: "for accessibility" }),
  "site-best-practices": say({ es: "en buenas prácticas", en: "for best practices" }),
  "site-seo": say({ es: "en SEO", en: "for SEO" }),
  "site-lowest-score": say({ es: "la más baja de las cuatro notas", en: "the lowest of the four scores" }),
});

/** Returns the figures of the company details as choices. */
function useCompanyFigures() {
  const { language } = useSay();
  const { draft, published } = useEditState("siteSettings", "siteSettings");
  const figures = ((draft ?? published)?.figures ?? []) as Figure[];
  return figures.map(({ key, value, label }) => toFigureChoice(key, value, label?.[language]));
}

const toFigureChoice = (key: string, value: string, label = "") => ({
  value: key,
  title: `${value} ${label} ({${key}})`,
});

/** The input that names a figure of the company details by its key. */
export function CompanyFigureInput(props: StringInputProps) {
  return renderChoices(props, useCompanyFigures());
}

/** The input that names a figure by its key: one of the company details, or one measured at this site. */
export function FigureInput(props: StringInputProps) {
  const say = useSay();
  const measuredChoices = Object.entries(measuredTitles(say)).map(([key, title]) => {
    const value = measuredFigures[key] ?? "";
    return toFigureChoice(key, typeof value === "object" ? value[say.language] : value, title);
  });
  return renderChoices(props, [...useCompanyFigures(), ...measuredChoices]);
}
