import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { useCallback } from "react";
import { type FormPatch, type ObjectInputProps, set, TransformPatches, unset, useFormValue } from "sanity";
import { type Language, languages } from "../../content/site.ts";
import { useSay } from "../../language.ts";
import { toOutdatedWarning } from "../../languages/state.ts";
import { translationUrl } from "../../project.ts";
import { Proposal } from "../../translation/proposal.tsx";
import { TextLength } from "./character-count-input.tsx";
import {
  type FollowedText,
  type Follower,
  findOutdatedLanguage,
  findTranslationTask,
  settleFollower,
  toNextFollower,
} from "./follower.ts";
import type { Length } from "./lengths.ts";

/**
 * The Studio's input for a text in both languages. It records which language translates the other (`follower`), warns
 * if that one is outdated, and can propose a translation.
 */
export function LocaleInput(props: ObjectInputProps) {
  const { changed, onChange, readOnly } = props;
  const value = props.value as FollowedText | undefined;
  const documentType = useFormValue(["_type"]);
  const translationTask = findTranslationTask(value ?? {});
  const outdatedLanguage = findOutdatedLanguage(value ?? {});
  const addFollower = useCallback(
    // A text without unpublished changes starts a new round of edits.
    (patches: FormPatch[]) => [
      ...patches,
      ...patches.flatMap((patch) => toFollowerPatches(patch, value ?? {}, !changed)),
    ],
    [value, changed],
  );
  return (
    <Stack className={stackedLanguages} gap={3}>
      <style>{stackedStyle}</style>
      <TransformPatches transform={addFollower}>
        <TextLength value={props.schemaType.options?.length as Length | undefined}>
          {props.renderDefault(props)}
        </TextLength>
      </TransformPatches>
      {translationUrl && value && translationTask && !readOnly && (
        <Proposal
          {...translationTask}
          url={translationUrl}
          text={value[translationTask.from] ?? ""}
          context={[documentType, ...props.path.filter((segment) => typeof segment === "string")].join(".")}
          onTake={(translation) => onChange(addFollower([set(translation, [translationTask.to])]))}
        />
      )}
      {/* Below the inputs, so that it does not move them while the editor types. */}
      <div role="status">
        {value && outdatedLanguage && (
          <OutdatedNotice
            language={outdatedLanguage}
            {...(!readOnly && { onSettle: () => onChange(setFollower(settleFollower(value))) })}
          />
        )}
      </div>
    </Stack>
  );
}

const setFollower = (follower: Follower | undefined): FormPatch =>
  follower ? set(follower, ["follower"]) : unset(["follower"]);

/** Returns the patches that store which language is the translation (`follower`) after an edit of one language. */
function toFollowerPatches(patch: FormPatch, text: FollowedText, isNewRound: boolean): FormPatch[] {
  const language = languages.find((candidate) => patch.path.length === 1 && patch.path[0] === candidate);
  if (!language) return [];
  const newText = patch.type === "set" ? String(patch.value) : "";
  const follower = toNextFollower(text, { language, newText, isNewRound });
  const isUnchanged = follower?.language === text.follower?.language && follower?.of === text.follower?.of;
  return isUnchanged ? [] : [setFollower(follower)];
}

/**
 * Warns that the text in a language is older than the text that it translates. With `onSettle`, a button declares it
 * correct.
 */
function OutdatedNotice({ language, onSettle }: { language: Language; onSettle?: () => void }) {
  const say = useSay();
  return (
    <Card padding={3} radius={2} tone="caution" border>
      <Flex align="center" gap={3} wrap="wrap">
        <Text size={1}>{toOutdatedWarning(language, say)}</Text>
        {onSettle && (
          <Button
            mode="ghost"
            fontSize={1}
            padding={2}
            text={say({ es: "Sigue siendo correcto", en: "Still correct" })}
            onClick={onSettle}
          />
        )}
      </Flex>
    </Card>
  );
}

/** The class that stacks the fields of both languages in narrow panes, for example beside the preview. */
export const stackedLanguages = "stacked-languages";

export const stackedStyle = `
.${stackedLanguages} { container-type: inline-size; }
@container (max-width: 30rem) {
  .${stackedLanguages} [data-ui="Grid"] { grid-template-columns: minmax(0, 1fr) !important; }
}`;
