import type { FieldProps } from "sanity";

/** Sanity's own field without its description, which its title says already. */
export function UndescribedField(props: FieldProps) {
  const { description: _, ...others } = props;
  return others.renderDefault(others as FieldProps);
}
