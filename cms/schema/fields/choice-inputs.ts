import { getPublishedId, type StringInputProps, useEditState, useFormValue } from "sanity";
import { useSay } from "../../language.ts";
import type { LabelFn } from "../labels.ts";
import type { AnchorSource } from "./anchors.ts";

type PageLink = { kind?: string; page?: { _ref?: string }; anchor?: string };
type FigureChoice = { key: string; value: string; label?: AnchorSource["title"] };

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

/** The input that names a figure by its key: offers the figures of the company details. */
export function FigureInput(props: StringInputProps) {
  const { language } = useSay();
  const { draft, published } = useEditState("siteSettings", "siteSettings");
  const figures = ((draft ?? published)?.figures ?? []) as FigureChoice[];
  return renderChoices(
    props,
    figures.map(({ key, value, label }) => ({
      value: key,
      title: `${value} ${label?.[language] ?? ""} ({${key}})`,
    })),
  );
}
