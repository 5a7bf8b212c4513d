import { Button, Flex, Stack } from "@sanity/ui";
import { type StringInputProps, set, unset, useFormValue } from "sanity";
import { useSay } from "../../language.ts";
import { type AnchorSource, proposeAnchor } from "./anchors.ts";

/** Shows the anchor of a section read-only, with buttons that derive it from the Spanish headline or remove it. */
export function AnchorInput(props: StringInputProps) {
  const { elementProps, onChange, path, readOnly, value } = props;
  const say = useSay();
  const ownSection = useFormValue(path.slice(0, -1)) as AnchorSource | undefined;
  const sections = (useFormValue(["sections"]) ?? []) as AnchorSource[];
  const takenAnchors = sections.flatMap(({ _key, anchor }) =>
    anchor && _key !== ownSection?._key ? [anchor] : [],
  );
  const proposal = proposeAnchor(ownSection?.title?.es, takenAnchors);
  return (
    <Stack gap={3}>
      {(value || !proposal) &&
        props.renderDefault({
          ...props,
          elementProps: {
            ...elementProps,
            readOnly: true,
            placeholder: say({ es: "Escribe primero el titular", en: "Write the headline first" }),
          },
        })}
      {!readOnly && (
        <Flex gap={2} wrap="wrap">
          {proposal && proposal !== value && (
            <Button
              mode="ghost"
              text={say({ es: `Usar «${proposal}»`, en: `Use “${proposal}”` })}
              onClick={() => onChange(set(proposal))}
            />
          )}
          {value && (
            <Button
              mode="bleed"
              tone="critical"
              text={say({ es: "Quitar el ancla", en: "Remove the anchor" })}
              onClick={() => onChange(unset())}
            />
          )}
        </Flex>
      )}
    </Stack>
  );
}
