import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { useCallback, useLayoutEffect, useRef } from "react";
import {
  type ArrayOfPrimitivesInputProps,
  type FormPatch,
  getPublishedId,
  type ObjectInputProps,
  set,
  TransformPatches,
  unset,
  useEditState,
  useFormValue,
} from "sanity";
import { languages } from "../../content/site.ts";
import { useSay } from "../../language.ts";
import { stackedLanguages, stackedStyle } from "./locale-input.tsx";
import { type AddressWithHistory, toFormerAddresses } from "./page-path.ts";

// Sanity aligns columns at the bottom, but the texts below the addresses differ in height.
const topAlignedStyle = '.page-address [data-ui="Grid"] { align-items: start }';

/** Renders Sanity's object input. It records a changed published address in `former`, which redirects to the page. */
export function AddressInput(props: ObjectInputProps) {
  const value = props.value as AddressWithHistory | undefined;
  const { published } = useEditState(getPublishedId(String(useFormValue(["_id"]))), "page");
  const publishedAddress = published?.address as AddressWithHistory | undefined;
  // A fast typist can be ahead of the last render.
  const latest = useRef<AddressWithHistory>({});
  useLayoutEffect(() => {
    latest.current = value ?? {};
  }, [value]);
  const addFormer = useCallback(
    (patches: FormPatch[]) => {
      const previousAddress = latest.current;
      const newAddress = patches.reduce(applyPatch, previousAddress);
      const isMoved = languages.some((language) => previousAddress[language] !== newAddress[language]);
      const former = toFormerAddresses(publishedAddress ?? {}, previousAddress, newAddress);
      latest.current = isMoved ? { ...newAddress, former } : newAddress;
      const formerPatch = former.length > 0 ? set(former, ["former"]) : unset(["former"]);
      return isMoved ? [...patches, formerPatch] : patches;
    },
    [publishedAddress],
  );
  return (
    <Stack className={`page-address ${stackedLanguages}`} gap={4}>
      <style>{topAlignedStyle + stackedStyle}</style>
      <TransformPatches transform={addFormer}>{props.renderDefault(props)}</TransformPatches>
      <div role="status">
        <MoveNotice publishedAddress={publishedAddress ?? {}} currentAddress={value ?? {}} />
      </div>
    </Stack>
  );
}

/** Shows whether the published addresses will redirect or stop working after the next publication. */
function MoveNotice({
  publishedAddress,
  currentAddress,
}: {
  publishedAddress: AddressWithHistory;
  currentAddress: AddressWithHistory;
}) {
  const say = useSay();
  const messages = languages.flatMap((language) => {
    const [from, to] = [publishedAddress[language], currentAddress[language]];
    if (!from || !to || from === to) return [];
    return currentAddress.former?.includes(from)
      ? say({
          es: `Al publicar, ${from} llevará a ${to}.`,
          en: `When you publish, ${from} will lead to ${to}.`,
        })
      : say({
          es: `Al publicar, ${from} dejará de funcionar.`,
          en: `When you publish, ${from} will stop working.`,
        });
  });
  return messages.map((message) => (
    <Card border key={message} marginTop={2} padding={3} radius={2} tone="caution">
      <Text size={1} style={{ overflowWrap: "anywhere" }}>
        {message}
      </Text>
    </Card>
  ));
}

/**
 * Returns the address after a patch of one language, before Sanity itself applies the patch. Ignores patches of other
 * fields.
 */
function applyPatch(address: AddressWithHistory, { path, ...patch }: FormPatch): AddressWithHistory {
  const language = languages.find((candidate) => path.length === 1 && path[0] === candidate);
  if (!language) return address;
  const { [language]: _, ...otherFields } = address;
  return patch.type === "set" ? { ...otherFields, [language]: String(patch.value) } : otherFields;
}

/** Lists the former addresses that redirect to a page, with buttons that end the redirects. */
export function FormerInput({ onChange, readOnly, value }: ArrayOfPrimitivesInputProps) {
  const say = useSay();
  const former = (value ?? []) as string[];
  const removeLabel = say({ es: "Quitar redirección", en: "Stop redirecting" });
  const remove = (address: string) => {
    const remainingAddresses = former.filter((candidate) => candidate !== address);
    onChange(remainingAddresses.length > 0 ? set(remainingAddresses) : unset());
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
                aria-label={`${removeLabel}: ${address}`}
                fontSize={1}
                mode="bleed"
                onClick={() => remove(address)}
                padding={2}
                text={removeLabel}
                tone="critical"
              />
            )}
          </Flex>
        </Card>
      ))}
    </Stack>
  );
}
