import { Stack, Text } from "@sanity/ui";
import { type CSSProperties, createContext, useContext } from "react";
import type { FieldProps, StringInputProps } from "sanity";
import { useSay } from "../../language.ts";
import type { Say } from "../say.ts";
import type { Length } from "./lengths.ts";

/** The length limits of the text whose languages are edited inside. */
export const TextLength = createContext<Length | undefined>(undefined);

/** Sanity's own input for a text, and how much of its length is used. */
export function CountedInput(props: StringInputProps) {
  const say = useSay();
  const length = useContext(TextLength);
  if (!length) return props.renderDefault(props);
  const used = [...(props.value ?? "")].length;
  const state = stateOf(used, length);
  return (
    <Stack gap={2}>
      {props.renderDefault(props)}
      <Text size={0} align="right" muted={state === "fine"} aria-hidden>
        <span style={state === "fine" ? undefined : { color: `var(--card-badge-${state}-fg-color)` }}>
          {length.minimum && used < length.minimum
            ? `${used} / ${length.minimum}–${length.maximum}`
            : `${used} / ${length.maximum}`}
        </span>
      </Text>
      {/* Not at each letter: only as the end comes near. */}
      <div role="status" style={unseen}>
        {nearTheEnd(length.maximum - used, say)}
      </div>
    </Stack>
  );
}

const unseen: CSSProperties = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
};

/** Returns the tone of the count: that of the validation message for such a length. */
function stateOf(used: number, { minimum = 0, comfortable, maximum }: Length) {
  if (used > maximum || (used > 0 && used < minimum)) return "critical";
  return comfortable && used > comfortable ? "caution" : "fine";
}

/** What a screen reader says of the characters that are left; nothing while there are more than ten. */
export function nearTheEnd(left: number, say: Say): string {
  if (left > 10) return "";
  if (left > 5) return say({ es: "Quedan 10 caracteres o menos.", en: "10 characters or fewer are left." });
  if (left > 0) return say({ es: "Quedan 5 caracteres o menos.", en: "5 characters or fewer are left." });
  if (left === 0) return say({ es: "No quedan caracteres.", en: "No characters are left." });
  return say({ es: "El texto es demasiado largo.", en: "The text is too long." });
}

/** Sanity's own field without its description, which its title says already. */
export function UndescribedField(props: FieldProps) {
  const { description: _, ...others } = props;
  return others.renderDefault(others as FieldProps);
}
