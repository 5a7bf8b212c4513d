import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { useCallback, useLayoutEffect, useRef } from "react";
import {
  type ArrayOfPrimitivesInputProps,
  FormCallbacksProvider,
  type FormPatch,
  getPublishedId,
  type ObjectInputProps,
  PatchEvent,
  set,
  unset,
  useEditState,
  useFormCallbacks,
  useFormValue,
} from "sanity";
import { languages } from "../../content/site.ts";
import { useSay } from "../../language.ts";
import { stackedLanguages, stackedStyle } from "./locale-input.tsx";
import { type Address, formerAfter } from "./page-path.ts";

// Sanity aligns columns at the bottom, but the texts below the addresses differ in height.
const fromTheTop = '.page-address [data-ui="Grid"] { align-items: start }';

/** Sanity's object input, which also records the former address when an editor changes the address. */
export function AddressInput(props: ObjectInputProps) {
  const { onChange } = props;
  const value = props.value as Address | undefined;
  const { published } = useEditState(getPublishedId(String(useFormValue(["_id"]))), "page");
  // Intercepts the patches of the inputs for the two languages.
  const callbacks = useFormCallbacks();
  // A fast typist can be ahead of the last render.
  const latest = useRef<Address>({});
  useLayoutEffect(() => {
    latest.current = value ?? {};
  }, [value]);
  const change = useCallback(
    (event: FormPatch | FormPatch[] | PatchEvent) => {
      const { patches } = PatchEvent.from(event);
      const before = latest.current;
      const after = patches.reduce(moved, before);
      const isMoved = languages.some((language) => before[language] !== after[language]);
      const former = formerAfter((published?.address ?? {}) as Address, before, after);
      latest.current = isMoved ? { ...after, former } : after;
      const follows = former.length > 0 ? set(former, ["former"]) : unset(["former"]);
      onChange(PatchEvent.from(isMoved ? [...patches, follows] : patches));
    },
    [onChange, published],
  );
  return (
    <Stack className={`page-address ${stackedLanguages}`} gap={4}>
      <style>{fromTheTop + stackedStyle}</style>
      <FormCallbacksProvider {...callbacks} onChange={change}>
        {props.renderDefault(props)}
      </FormCallbacksProvider>
      <div role="status">
        <Moved before={(published?.address ?? {}) as Address} now={value ?? {}} />
      </div>
    </Stack>
  );
}

/** Shows whether the published addresses will redirect or stop working after the next publication. */
function Moved({ before, now }: { before: Address; now: Address }) {
  const say = useSay();
  const words = languages.flatMap((language) => {
    const [from, to] = [before[language], now[language]];
    if (!from || !to || from === to) return [];
    return now.former?.includes(from)
      ? say({
          es: `Al publicar, ${from} llevará a ${to}.`,
          en: `When you publish, ${from} will lead to ${to}.`,
        })
      : say({
          es: `Al publicar, ${from} dejará de funcionar.`,
          en: `When you publish, ${from} will stop working.`,
        });
  });
  return words.map((each) => (
    <Card border key={each} marginTop={2} padding={3} radius={2} tone="caution">
      <Text size={1} style={{ overflowWrap: "anywhere" }}>
        {each}
      </Text>
    </Card>
  ));
}

/** Applies a patch of one language to an address. */
function moved(address: Address, { path, ...patch }: FormPatch): Address {
  const language = languages.find((each) => path.length === 1 && path[0] === each);
  if (!language) return address;
  const { [language]: _, ...others } = address;
  return patch.type === "set" ? { ...others, [language]: String(patch.value) } : others;
}

/** Lists the former addresses that redirect to a page, with buttons that end the redirects. */
export function FormerInput({ onChange, readOnly, value }: ArrayOfPrimitivesInputProps) {
  const say = useSay();
  const former = (value ?? []) as string[];
  const words = say({ es: "Quitar redirección", en: "Stop redirecting" });
  const remove = (address: string) => {
    const left = former.filter((each) => each !== address);
    onChange(left.length > 0 ? set(left) : unset());
  };
  return (
    <Stack as="ul" gap={2} style={{ listStyle: "none", margin: 0, padding: 0 }}>
      {former.map((address) => (
        <Card as="li" border key={address} padding={2} radius={2}>
          <Flex align="center" gap={3} justify="space-between" wrap="wrap">
            <Text size={1} style={{ overflowWrap: "anywhere" }}>
              {address}
            </Text>
            {!readOnly && (
              <Button
                aria-label={`${words}: ${address}`}
                fontSize={1}
                mode="bleed"
                onClick={() => remove(address)}
                padding={2}
                text={words}
                tone="critical"
              />
            )}
          </Flex>
        </Card>
      ))}
    </Stack>
  );
}
