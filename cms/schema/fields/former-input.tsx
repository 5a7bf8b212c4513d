import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { type ArrayOfPrimitivesInputProps, set, unset } from "sanity";
import { useSay } from "../../language.ts";

/** The addresses that lead to a page because it was there, each with the way to have it lead there no more. */
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
