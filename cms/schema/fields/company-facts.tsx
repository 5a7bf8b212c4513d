import { Card, Checkbox, Flex, Grid, Stack, Text } from "@sanity/ui";
import { type ArrayOfPrimitivesInputProps, type ObjectInputProps, set, unset, useEditState } from "sanity";
import { IntentLink } from "sanity/router";
import { areas, toAreas } from "../../content/cantons.ts";
import { useSay } from "../../language.ts";
import { singleTitles } from "./choices.ts";

/** Shows a checkbox for every canton, in collapsed groups by province with the count of checked cantons. */
export function CantonsInput({ value = [], onChange, readOnly }: ArrayOfPrimitivesInputProps) {
  const chosen = value.map(String);
  const change = (canton: string, isChosen: boolean) => {
    const names = isChosen ? [...chosen, canton] : chosen.filter((name) => name !== canton);
    const next = toAreas(names).flatMap(({ cantons }) => cantons);
    onChange(next.length > 0 ? set(next) : unset());
  };
  return (
    <Card border radius={2}>
      {areas.map(({ province, cantons }) => (
        <Card key={province} as="details" padding={3} borderBottom>
          <summary style={{ cursor: "pointer" }}>
            <Text as="span" size={1} weight="medium" style={{ display: "inline-block" }}>
              {`${province} · ${cantons.filter((canton) => chosen.includes(canton)).length} / ${cantons.length}`}
            </Text>
          </summary>
          <Grid gridTemplateColumns={[2, 3, 4]} gap={3} paddingTop={4}>
            {cantons.map((canton) => (
              <Flex key={canton} as="label" align="center" gap={2}>
                <Checkbox
                  checked={chosen.includes(canton)}
                  readOnly={Boolean(readOnly)}
                  onChange={({ currentTarget }) => change(canton, currentTarget.checked)}
                />
                <Text size={1}>{canton}</Text>
              </Flex>
            ))}
          </Grid>
        </Card>
      ))}
    </Card>
  );
}

type CompanyFacts = { hours?: object[]; cantons?: string[] };

/** The input of a coverage section. Shows whether the company details have hours and cantons, and links to them. */
export function FactsNote(props: ObjectInputProps) {
  const say = useSay();
  const { draft, published } = useEditState("siteSettings", "siteSettings");
  const { hours = [], cantons = [] } = ((draft ?? published) || {}) as CompanyFacts;
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
