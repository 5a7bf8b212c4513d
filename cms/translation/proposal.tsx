import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { useState } from "react";
import type { Language } from "../content/site.ts";
import { useSay } from "../language.ts";
import { toLanguageName } from "../schema/fields/choices.ts";
import { type TranslationRequest, translate } from "./translate.ts";

type ProposalProps = {
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

/** Shows a proposed translation, which the editor takes into the field or dismisses. */
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
export function Proposal({ url, from, to, text, context, onTake }: ProposalProps) {
  const say = useSay();
  const { state, ask, dismiss } = useProposal(url);
  const language = toLanguageName(to, say);
  // A proposal for an earlier version of the text is ignored.
  const proposedText = state.is === "proposed" && state.request.text === text ? state.text : undefined;
  return (
    <Stack gap={3}>
      {!proposedText && (
        <Flex>
          <Button
            mode="ghost"
            fontSize={1}
            padding={2}
            disabled={state.is === "asking"}
            text={
              state.is === "asking"
                ? say({ es: "Traduciendo…", en: "Translating…" })
                : say({ es: `Sugerir el ${language}`, en: `Suggest the ${language}` })
            }
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
        {proposedText && <Proposed text={proposedText} language={to} onTake={onTake} onEnd={dismiss} />}
      </div>
    </Stack>
  );
}

type ProposalState =
  | { is: "idle" | "asking" | "failed" }
  | { is: "proposed"; text: string; request: TranslationRequest };

/** Requests a translation and holds it until the editor accepts or dismisses it. */
function useProposal(url: string) {
  const [state, setState] = useState<ProposalState>({ is: "idle" });
  return {
    state,
    ask(request: TranslationRequest) {
      setState({ is: "asking" });
      translate(url, request).then(
        (text) => setState({ is: "proposed", text, request }),
        () => setState({ is: "failed" }),
      );
    },
    dismiss: () => setState({ is: "idle" }),
  };
}
