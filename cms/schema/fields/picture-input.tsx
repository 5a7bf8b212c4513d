import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { useCallback, useLayoutEffect, useRef } from "react";
import { type FormPatch, type ObjectInputProps, PatchEvent, unset } from "sanity";
import { useSay } from "../../language.ts";
import { dropDark, listStaleLanguages, type PictureValue, rememberReplaced } from "./replaced-picture.ts";

/**
 * Renders Sanity's picture input. After an editor replaces the picture, it asks for a new description and removes the
 * variant for the dark theme, which showed the previous picture.
 */
export function PictureInput(props: ObjectInputProps) {
  const say = useSay();
  const { onChange, readOnly } = props;
  const value = props.value as PictureValue | undefined;
  // The ref keeps the callback stable: an upload keeps its first callback, and is aborted if the callback changes.
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const change = useCallback(
    (patchEvent: FormPatch | FormPatch[] | PatchEvent) => {
      const { patches } = PatchEvent.from(patchEvent);
      const previousPicture = latest.current;
      const addedPatches = [
        ...rememberReplaced(previousPicture, patches),
        ...dropDark(previousPicture, patches),
      ];
      onChange(PatchEvent.from([...patches, ...addedPatches]));
    },
    [onChange],
  );
  return (
    <Stack gap={3}>
      {value && listStaleLanguages(value).length > 0 && (
        <Card padding={3} radius={2} tone="caution" border>
          <Flex align="center" gap={3} wrap="wrap">
            <Text size={1}>
              {say({
                es: "Cambiaste la imagen. Abajo sigue la descripción de la anterior: escribe qué muestra esta.",
                en: "You changed the picture. The description below still belongs to the previous one: say what this one shows.",
              })}
            </Text>
            {!readOnly && (
              <Button
                mode="ghost"
                fontSize={1}
                text={say({
                  es: "La descripción también sirve para esta",
                  en: "The description fits this one, too",
                })}
                onClick={() => onChange(unset(["replaced"]))}
              />
            )}
          </Flex>
        </Card>
      )}
      <DefaultInput {...props} onChange={change} />
    </Stack>
  );
}

function DefaultInput(props: ObjectInputProps) {
  return props.renderDefault(props);
}
