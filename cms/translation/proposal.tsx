import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { useEffect, useRef, useState } from "react";
import type { Language } from "../content/site.ts";
import { useSay } from "../language.ts";
import type { Say } from "../schema/say.ts";
import { type Asked, translate } from "./translate.ts";

const wanted = (to: Language, say: Say) =>
  to === "es"
    ? say({ es: "Sugerir el español", en: "Suggest the Spanish" })
    : say({ es: "Sugerir el inglés", en: "Suggest the English" });

type Props = {
  url: string;
  from: Language;
  to: Language;
  text: string;
  context: string;
  onTake: (text: string) => void;
};

type ProposedProps = {
  text: string;
  language: Language;
  onTake: (text: string) => void;
  onEnd: () => void;
};

/** A proposed translation, to be taken or dismissed. */
function Proposed({ text, language, onTake, onEnd }: ProposedProps) {
  const say = useSay();
  return (
    <Card padding={3} radius={2} tone="primary" border>
      <Stack gap={3}>
        <Text size={1} lang={language}>
          {text}
        </Text>
        <Flex gap={2} wrap="wrap">
          <Button
            fontSize={1}
            padding={2}
            text={say({ es: "Usar esta sugerencia", en: "Use this suggestion" })}
            onClick={() => {
              onTake(text);
              onEnd();
            }}
          />
          <Button
            mode="bleed"
            fontSize={1}
            padding={2}
            text={say({ es: "Descartar", en: "Dismiss" })}
            onClick={onEnd}
          />
        </Flex>
      </Stack>
    </Card>
  );
}

/** A button that requests a translation, which is written only when the editor accepts it. */
export function Proposal({ url, from, to, text, context, onTake }: Props) {
  const say = useSay();
  const { state, ask, putAside } = useProposal(url);
  // A proposal for an earlier version of the text is ignored.
  const proposed = state.is === "proposed" && state.asked.text === text ? state.text : undefined;
  return (
    <Stack gap={3}>
      {!proposed && (
        <Flex>
          <Button
            mode="ghost"
            fontSize={1}
            padding={2}
            disabled={state.is === "asking"}
            text={state.is === "asking" ? say({ es: "Traduciendo…", en: "Translating…" }) : wanted(to, say)}
            onClick={() => ask({ from, to, text, context })}
          />
        </Flex>
      )}
      <div role="status">
        {state.is === "failed" && (
          <Card padding={3} radius={2} tone="critical" border>
            <Text size={1}>
              {say({
                es: "El servicio de traducción no respondió. Tu texto sigue igual; inténtalo otra vez o escríbelo tú.",
                en: "The translation service didn’t respond. Your text is unchanged; try again, or write it yourself.",
              })}
            </Text>
          </Card>
        )}
        {proposed && <Proposed text={proposed} language={to} onTake={onTake} onEnd={putAside} />}
      </div>
    </Stack>
  );
}

type State = { is: "idle" | "asking" | "failed" } | { is: "proposed"; text: string; asked: Asked };

/** Requests a translation and holds it until the editor accepts or dismisses it. */
function useProposal(url: string) {
  const [state, setState] = useState<State>({ is: "idle" });
  const asking = useRef<AbortController>(null);
  useEffect(() => () => asking.current?.abort(), []);
  return {
    state,
    ask(asked: Asked) {
      asking.current?.abort();
      const now = new AbortController();
      asking.current = now;
      setState({ is: "asking" });
      translate(url, asked, now.signal).then(
        (text) => !now.signal.aborted && setState({ is: "proposed", text, asked }),
        () => !now.signal.aborted && setState({ is: "failed" }),
      );
    },
    putAside() {
      asking.current?.abort();
      setState({ is: "idle" });
    },
  };
}
