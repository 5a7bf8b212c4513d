import { type StringInputProps, useEditState, useFormValue } from "sanity";

type Section = { anchor?: string; title?: { es?: string } };
type Link = { kind?: string; page?: { _ref?: string }; anchor?: string };

// Sanity's own list of choices, filled when the form is shown; without `components` it does not come back here.
const choose = (props: StringInputProps, list: { title: string; value: string }[]) =>
  props.renderDefault({
    ...props,
    schemaType: { ...props.schemaType, components: {}, options: { ...props.schemaType.options, list } },
  });

const choicesOf = (sections: unknown) =>
  ((sections ?? []) as Section[]).flatMap(({ anchor, title }) =>
    anchor ? [{ value: anchor, title: `${title?.es ?? anchor} (#${anchor})` }] : [],
  );

const published = (id: unknown) => String(id ?? "").replace(/^drafts\./, "");

/** Lists the sections of the page that is being edited. */
export function OwnSectionInput(props: StringInputProps) {
  return choose(props, choicesOf(useFormValue(["sections"])));
}

/** Lists the sections of the page that the link around it leads to. */
export function LinkedSectionInput(props: StringInputProps) {
  const link = useFormValue(props.path.slice(0, -1)) as Link | undefined;
  const own = published(useFormValue(["_id"]));
  const sections = useFormValue(["sections"]);
  const target = published(link?.page?._ref);
  const { draft, published: live } = useEditState(target || own, "page");
  return choose(props, choicesOf(target === own ? sections : (draft ?? live)?.sections));
}

/** Lists the figures of the site settings. */
export function FigureInput(props: StringInputProps) {
  const { draft, published: live } = useEditState("siteSettings", "siteSettings");
  const figures = ((draft ?? live)?.figures ?? []) as {
    key: string;
    value: string;
    label?: { es?: string };
  }[];
  return choose(
    props,
    figures.map(({ key, value, label }) => ({ value: key, title: `${value} ${label?.es ?? ""} ({${key}})` })),
  );
}
