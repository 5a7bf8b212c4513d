import { Box, Button, Card, Flex, Stack, Text, TextInput } from "@sanity/ui";
import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type StringInputProps, set, unset, useFormValue } from "sanity";
import type { InEveryLanguage } from "../../content/languages.ts";
import { type Language, languages } from "../../content/site.ts";
import { useSay } from "../../language.ts";
import { siteOrigin } from "../../project.ts";
import {
  getAddressPrefix,
  normalizeTypedPath,
  proposeAddress,
  toAddress,
  withoutPrefix,
} from "./page-path.ts";

/**
 * Edits the address of a page in one language, after its fixed prefix. While the address is empty, a button proposes
 * one from the page's title.
 */
export function PathInput(props: StringInputProps) {
  const { elementProps, id, onChange, path, readOnly, value } = props;
  // Removes the style, by which Sanity positions elements near the field. The types of the input do not accept it.
  const { style: _, ...inputProps } = elementProps;
  const say = useSay();
  const language = languages.find((candidate) => candidate === path.at(-1)) ?? languages[0];
  const title = (useFormValue(["title"]) as Partial<InEveryLanguage> | undefined)?.[language];
  const write = (address: string | undefined) => onChange(address ? set(address) : unset());
  const { inputText, change, endTyping } = useTypedText(value, language, elementProps.ref, write);
  const proposal = value || readOnly ? undefined : proposeAddress(title, language);
  const fullAddressId = `${id}-whole`;
  return (
    <Stack gap={3}>
      <TextInput
        {...inputProps}
        aria-describedby={[elementProps["aria-describedby"], fullAddressId].filter(Boolean).join(" ")}
        autoCapitalize="none"
        autoComplete="off"
        fontSize={1}
        inputMode="url"
        onBlur={(event) => {
          endTyping();
          elementProps.onBlur?.(event);
        }}
        onChange={change}
        padding={3}
        prefix={
          <Card paddingLeft={3} paddingRight={2} paddingY={3} radius={2} tone="transparent">
            <Text aria-hidden muted size={1}>
              {getAddressPrefix(language)}
            </Text>
          </Card>
        }
        readOnly={readOnly === true}
        spellCheck={false}
        value={inputText}
      />
      {proposal && (
        <Flex>
          <Button
            fontSize={1}
            mode="ghost"
            onClick={() => write(proposal)}
            text={say({
              es: `Usar «${withoutPrefix(proposal, language)}»`,
              en: `Use “${withoutPrefix(proposal, language)}”`,
            })}
          />
        </Flex>
      )}
      <Box id={fullAddressId}>
        <Text muted size={1} style={{ overflowWrap: "anywhere" }}>
          {`${siteOrigin ?? ""}${value ?? getAddressPrefix(language)}`}
        </Text>
      </Box>
    </Stack>
  );
}

/**
 * Holds the text that an editor types, which may end in a hyphen or slash that the stored address does not have.
 * Preserves the caret position.
 */
function useTypedText(
  value: string | undefined,
  language: Language,
  input: RefObject<HTMLInputElement | null>,
  write: (address: string | undefined) => void,
) {
  const [typed, setTyped] = useState("");
  const caretFromEnd = useRef<number>(undefined);
  const inputText = toAddress(typed, language) === value ? typed : withoutPrefix(value, language);
  useLayoutEffect(() => {
    if (caretFromEnd.current === undefined) return;
    const caret = Math.max(0, inputText.length - caretFromEnd.current);
    caretFromEnd.current = undefined;
    input.current?.setSelectionRange(caret, caret);
  });
  return {
    inputText,
    change: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const text = currentTarget.value;
      caretFromEnd.current = text.length - (currentTarget.selectionStart ?? text.length);
      const next = normalizeTypedPath(text, language);
      setTyped(next);
      write(toAddress(next, language));
    },
    endTyping: () => setTyped(""),
  };
}
