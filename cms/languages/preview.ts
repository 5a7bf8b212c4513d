import type { Say } from "../schema/say.ts";
import { type Definition, languageStates } from "./state.ts";
import { stateLine } from "./words.ts";

type Selected = Record<string, unknown>;
type Preview = { select?: Record<string, string>; prepare?: (selected: Selected) => object };

// Apart from what the preview of a type selects itself.
const own = "document:";

/** Has lists say of each document with texts how it stands in each language. */
export const withLanguageStates = <Type extends Definition>(types: readonly Type[], say: Say): Type[] =>
  types.map((type) =>
    type.type === "document" && type.fields?.some(isText) ? listed(type, types, say) : type,
  );

const isText = ({ type }: Definition) => type === "localeString" || type === "localeText";

function listed<Type extends Definition>(type: Type, types: readonly Definition[], say: Say): Type {
  const { select = {}, prepare = (selected: Selected) => selected } =
    (type as { preview?: Preview }).preview ?? {};
  const names = (type.fields ?? []).map(({ name = "" }) => name);
  return {
    ...type,
    preview: {
      select: { ...select, ...Object.fromEntries(names.map((name) => [`${own}${name}`, name])) },
      prepare: (selected: Selected) => {
        const document = Object.fromEntries(
          names.map((name) => [name, selected[`${own}${name}`] ?? undefined]),
        );
        const states = languageStates({ ...document, _type: type.name }, types);
        return { ...prepare(selected), subtitle: stateLine(states, say) };
      },
    },
  };
}
