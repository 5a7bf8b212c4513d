import type { ObjectInputProps } from "sanity";

/** Shows where a page is in each language. */
export function AddressInput(props: ObjectInputProps) {
  return props.renderDefault(props);
}
