import { Box, Button, Card, Flex, Stack, Text, TextInput } from "@sanity/ui";
import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type StringInputProps, set, unset, useFormValue } from "sanity";
import type { InBothLanguages } from "../../content/languages.ts";
import { type Language, languages } from "../../content/site.ts";
import { useSay } from "../../language.ts";
import { siteOrigin } from "../../project.ts";
import { addressOf, beginningOf, proposeAddress, restOf, typedPath } from "./page-path.ts";

/** The input for the address of a page in one language. It has a fixed prefix, and can use the title. */
export function PathInput(props: StringInputProps) {
  const { elementProps, id, onChange, path, readOnly, value } = props;
  // Removes the style, by which Sanity positions elements near the field. The types of the input do not accept it.
  const { style: _, ...inputProps } = elementProps;
  const say = useSay();
  const language = languages.find((each) => each === path.at(-1)) ?? languages[0];
  const title = (useFormValue(["title"]) as Partial<InBothLanguages> | undefined)?.[language];
  const write = (address: string | undefined) => onChange(address ? set(address) : unset());
  const { shown, type, settle } = useTyped(value, language, elementProps.ref, write);
  const proposal = value || readOnly ? undefined : proposeAddress(title, language);
  const whole = `${id}-whole`;
  return (
    <Stack gap={3}>
      <TextInput
        {...inputProps}
        aria-describedby={[elementProps["aria-describedby"], whole].filter(Boolean).join(" ")}
        autoCapitalize="none"
        autoComplete="off"
        fontSize={1}
        inputMode="url"
        onBlur={(event) => {
          settle();
          elementProps.onBlur?.(event);
        }}
        onChange={type}
        padding={3}
        prefix={
          <Card paddingLeft={3} paddingRight={2} paddingY={3} radius={2} tone="transparent">
            <Text aria-hidden muted size={1}>
              {beginningOf(language)}
            </Text>
          </Card>
        }
        readOnly={readOnly === true}
        spellCheck={false}
        value={shown}
      />
      {proposal && (
        <Flex>
          <Button
            fontSize={1}
            mode="ghost"
            onClick={() => write(proposal)}
            text={say({
              es: `Usar «${restOf(proposal, language)}»`,
              en: `Use “${restOf(proposal, language)}”`,
            })}
          />
        </Flex>
      )}
      <Box id={whole}>
        <Text muted size={1} style={{ overflowWrap: "anywhere" }}>
          {`${siteOrigin ?? ""}${value ?? beginningOf(language)}`}
        </Text>
      </Box>
    </Stack>
  );
}

/** Holds the text of the input while an editor types an address. Preserves the caret position. */
function useTyped(
  value: string | undefined,
  language: Language,
  input: RefObject<HTMLInputElement | null>,
  write: (address: string | undefined) => void,
) {
  const [typed, setTyped] = useState("");
  const behind = useRef<number>(undefined);
  const shown = addressOf(typed, language) === value ? typed : restOf(value, language);
  useLayoutEffect(() => {
    if (behind.current === undefined) return;
    const caret = Math.max(0, shown.length - behind.current);
    behind.current = undefined;
    input.current?.setSelectionRange(caret, caret);
  });
  return {
    shown,
    type: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const text = currentTarget.value;
      behind.current = text.length - (currentTarget.selectionStart ?? text.length);
      const next = typedPath(text, language);
      setTyped(next);
      write(addressOf(next, language));
    },
    /** Ends typing. */
    settle: () => setTyped(""),
  };
}
