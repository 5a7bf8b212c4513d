import type { CustomValidator, Rule } from "sanity";
import type { FieldLabels, LabelledType } from "../labels.ts";

type Member = NonNullable<LabelledType["of"]>[number];

/** Returns the field for a list of `minimum` to `maximum` items. A list with a minimum is required. */
export const arrayField = <Item extends Member>(
  { minimum, maximum }: { minimum?: number; maximum: number },
  name: string,
  { checks = [], ...field }: FieldLabels & { of: Item[]; checks?: CustomValidator[] },
) => ({
  ...field,
  name,
  type: "array" as const,
  validation: (rule: Rule) => {
    const rules = minimum === undefined ? rule : rule.required().min(minimum);
    return checks.reduce((checkedRules, check) => checkedRules.custom(check), rules.max(maximum));
  },
});
