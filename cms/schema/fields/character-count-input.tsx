import { Stack, Text } from "@sanity/ui";
import { type CSSProperties, createContext, useContext } from "react";
import type { FieldProps, StringInputProps } from "sanity";
import { useSay } from "../../language.ts";
import type { LabelFn } from "../labels.ts";
import type { Length } from "./lengths.ts";

/** Provides the length limits of a text to the inputs of its languages. */
export const TextLength = createContext<Length | undefined>(undefined);

/** Adds a character count to Sanity's text input, with the limits that the surrounding `LocaleInput` provides. */
export function CountedInput(props: StringInputProps) {
  const say = useSay();
  const length = useContext(TextLength);
  if (!length) return props.renderDefault(props);
  const characterCount = [...(props.value ?? "")].length;
  const state = toCountTone(characterCount, length);
  return (
    <Stack gap={2}>
      {props.renderDefault(props)}
      <Text size={0} align="right" muted={state === "fine"} aria-hidden>
        <span style={state === "fine" ? undefined : { color: `var(--card-badge-${state}-fg-color)` }}>
          {length.minimum && characterCount < length.minimum
            ? `${characterCount} / ${length.minimum}–${length.maximum}`
            : `${characterCount} / ${length.maximum}`}
        </span>
      </Text>
      {/* Screen readers announce the count only near the limit, not for every character. */}
      <div role="status" style={visuallyHidden}>
        {toRemainingMessage(length.maximum - characterCount, say)}
      </div>
    </Stack>
  );
}

const visuallyHidden: CSSProperties = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
};

/** Returns the tone of the count, which matches the validation message for that length. */
function toCountTone(characterCount: number, { minimum = 0, comfortable, maximum }: Length) {
  if (characterCount > maximum || (characterCount > 0 && characterCount < minimum)) return "critical";
  return comfortable && characterCount > comfortable ? "caution" : "fine";
}

/** Returns the announcement of the remaining characters, or an empty text for more than ten. */
export function toRemainingMessage(remainingCount: number, say: LabelFn): string {
  if (remainingCount > 10) return "";
  if (remainingCount > 5)
    return say({ es: "Quedan 10 caracteres o menos.", en: "10 characters or fewer are left." });
  if (remainingCount > 0)
    return say({ es: "Quedan 5 caracteres o menos.", en: "5 characters or fewer are left." });
  if (remainingCount === 0) return say({ es: "No quedan caracteres.", en: "No characters are left." });
  return say({ es: "El texto es demasiado largo.", en: "The text is too long." });
}

/** Renders Sanity's field without its description, which would repeat the title. */
export function UndescribedField(props: FieldProps) {
  const { description: _, ...otherProps } = props;
  return otherProps.renderDefault(otherProps as FieldProps);
}
