import { type StringInputProps, useEditState, useFormValue } from "sanity";
import { useSay } from "../../language.ts";
import type { Say } from "../say.ts";
import type { Section } from "./anchors.ts";
import { bare } from "./existing.ts";

type Link = { kind?: string; page?: { _ref?: string }; anchor?: string };
type Figure = { key: string; value: string; label?: Section["title"] };

// Renders Sanity's list input with choices that are known only at run time. Removing `components` avoids recursion.
const choose = (props: StringInputProps, list: { title: string; value: string }[]) =>
  props.renderDefault({
    ...props,
    schemaType: { ...props.schemaType, components: {}, options: { ...props.schemaType.options, list } },
  });

const choicesOf = (sections: unknown, { language }: Say) =>
  ((sections ?? []) as Section[]).flatMap(({ anchor, title }) =>
    anchor ? [{ value: anchor, title: `${title?.[language] || anchor} (#${anchor})` }] : [],
  );

/** Lists the sections of the open page. */
export function OwnSectionInput(props: StringInputProps) {
  return choose(props, choicesOf(useFormValue(["sections"]), useSay()));
}

/** Lists the sections of the page to which the surrounding link leads. */
export function LinkedSectionInput(props: StringInputProps) {
  const say = useSay();
  const link = useFormValue(props.path.slice(0, -1)) as Link | undefined;
  const own = bare(useFormValue(["_id"]) as string | undefined);
  const sections = useFormValue(["sections"]);
  const target = bare(link?.page?._ref);
  const { draft, published: live } = useEditState(target || own, "page");
  return choose(props, choicesOf(target === own ? sections : (draft ?? live)?.sections, say));
}

/** Lists the figures of the company details. */
export function FigureInput(props: StringInputProps) {
  const { language } = useSay();
  const { draft, published: live } = useEditState("siteSettings", "siteSettings");
  const figures = ((draft ?? live)?.figures ?? []) as Figure[];
  return choose(
    props,
    figures.map(({ key, value, label }) => ({
      value: key,
      title: `${value} ${label?.[language] ?? ""} ({${key}})`,
    })),
  );
}
