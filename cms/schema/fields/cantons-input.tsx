import { Card, Checkbox, Flex, Grid, Text } from "@sanity/ui";
import { type ArrayOfPrimitivesInputProps, set, unset } from "sanity";
import { areas, areasOf } from "../../content/cantons.ts";

/** Every canton to be ticked, by its province: closed until somebody looks for one, with how many are ticked. */
export function CantonsInput({ value = [], onChange, readOnly }: ArrayOfPrimitivesInputProps) {
  const chosen = value.map(String);
  const change = (canton: string, isChosen: boolean) => {
    const names = isChosen ? [...chosen, canton] : chosen.filter((name) => name !== canton);
    const next = areasOf(names).flatMap(({ cantons }) => cantons);
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
