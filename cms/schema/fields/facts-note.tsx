import { Card, Stack, Text } from "@sanity/ui";
import { type ObjectInputProps, useEditState } from "sanity";
import { IntentLink } from "sanity/router";
import { useSay } from "../../language.ts";
import { singleTitles } from "./choices.ts";

type Facts = { hours?: object[]; cantons?: string[] };

/** The input of a section that shows the company's hours and cantons: whether there are any, and where they are written. */
export function FactsNote(props: ObjectInputProps) {
  const say = useSay();
  const { draft, published } = useEditState("siteSettings", "siteSettings");
  const { hours = [], cantons = [] } = ((draft ?? published) || {}) as Facts;
  const isEmpty = hours.length === 0 && cantons.length === 0;
  return (
    <Stack gap={4}>
      <Card padding={3} radius={2} tone={isEmpty ? "caution" : "transparent"} border>
        <Text size={1}>
          {isEmpty
            ? say({
                es: "El sitio no muestra esta sección: todavía no hay horario ni cantones. Se escriben en ",
                en: "The site doesn’t show this section: there are no hours or cantons yet. They’re entered in ",
              })
            : say({
                es: `Muestra ${hours.length} horarios y ${cantons.length} cantones, que se escriben en `,
                en: `It shows ${hours.length} sets of hours and ${cantons.length} cantons, which are entered in `,
              })}
          <IntentLink intent="edit" params={{ id: "siteSettings", type: "siteSettings" }}>
            {singleTitles(say).siteSettings}
          </IntentLink>
          .
        </Text>
      </Card>
      {props.renderDefault(props)}
    </Stack>
  );
}
