import { TrashIcon } from "@sanity/icons/Trash";
import { Button, Card, Flex, Select, Stack, Text } from "@sanity/ui";
import { useToast } from "@sanity/ui/toast";
import { useId, useState } from "react";
import type { DocumentActionComponent } from "sanity";
import { usePaneRouter } from "sanity/structure";
import { useSay } from "../language.ts";
import { toPageTitle } from "../schema/fields/choices.ts";
import type { LabelFn } from "../schema/labels.ts";
import { findRemovalBlockers, listKnownAddresses, type RemovalFacts } from "./removal.ts";
import { RemovalBlockers } from "./removal-blockers.tsx";
import { type Removal, useRemoval } from "./use-removal.ts";

/** Provides the document action that deletes a page of editors. Sanity's own action would leave broken links. */
export const useDeletePageAction: DocumentActionComponent = ({ id, draft, published }) => {
  const say = useSay();
  const { closeCurrentAndAfter } = usePaneRouter();
  const [isOpen, setOpen] = useState(false);
  return {
    label: say({ es: "Borrar la página…", en: "Delete the page…" }),
    icon: TrashIcon,
    tone: "critical",
    disabled: !draft && !published,
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: "dialog",
      header: say({ es: "Borrar la página", en: "Delete the page" }),
      content: (
        <RemovalDialog
          page={id}
          onCancel={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            closeCurrentAndAfter();
          }}
        />
      ),
      onClose: () => setOpen(false),
    },
  };
};
useDeletePageAction.action = "delete";

type RemovalDialogProps = { page: string; onCancel: () => void; onDone: () => void };

/** Confirms the deletion of a page. Shows its consequences or obstacles, and asks for the redirect target. */
function RemovalDialog({ page, onCancel, onDone }: RemovalDialogProps) {
  const say = useSay();
  const { push } = useToast();
  const { facts, state, remove, refresh } = useRemoval(page);
  const [target, setTarget] = useState("home");
  const blockers = facts ? findRemovalBlockers(facts, page) : [];
  const confirm = async () => {
    if (!(await remove(target))) return;
    push({
      status: "success",
      title: say({ es: "La página se borró.", en: "The page was deleted." }),
      description: facts ? toRedirectedMessage(facts, page, target, say) : undefined,
    });
    onDone();
  };
  return (
    <Stack gap={5}>
      {facts && blockers.length > 0 && <RemovalBlockers facts={facts} blockers={blockers} />}
      {facts && blockers.length === 0 && (
        <Consequences facts={facts} page={page} target={target} onTarget={setTarget} />
      )}
      <div role={state === "reading" ? "status" : "alert"}>
        <StateMessage state={state} say={say} />
      </div>
      <Flex gap={3} justify="flex-end" wrap="wrap">
        {(state === "away" || state === "refused" || blockers.length > 0) && (
          <Button mode="ghost" onClick={refresh} text={say({ es: "Revisar de nuevo", en: "Check again" })} />
        )}
        <Button mode="ghost" onClick={onCancel} text={say({ es: "No borrar", en: "Keep it" })} />
        <Button
          disabled={state !== "ready" || blockers.length > 0}
          loading={state === "busy"}
          onClick={confirm}
          text={say({ es: "Borrar la página", en: "Delete the page" })}
          tone="critical"
        />
      </Flex>
    </Stack>
  );
}

/** Returns the message that names the redirect target of a deleted page's addresses; `undefined` without either. */
function toRedirectedMessage(facts: RemovalFacts, page: string, target: string, say: LabelFn) {
  const addresses = new Intl.ListFormat(say.language).format(listKnownAddresses(facts, page));
  const targetPage = facts.targets.find(({ _id }) => _id === target);
  if (!addresses || !targetPage) return;
  const title = toPageTitle(targetPage, say);
  return say({
    es: `Ahora llevan a «${title}»: ${addresses}`,
    en: `These lead to “${title}” now: ${addresses}`,
  });
}

/** Shows that the dialog is checking for links to the page, or why nothing was deleted. */
function StateMessage({ state, say }: { state: Removal["state"]; say: LabelFn }) {
  if (state === "reading") {
    return (
      <Text muted size={1}>
        {say({ es: "Revisando qué lleva a la página…", en: "Checking what leads to the page…" })}
      </Text>
    );
  }
  const messages = {
    away: say({
      es: "El contenido no responde: no se borró nada. Inténtalo de nuevo.",
      en: "The content isn’t responding, and nothing was deleted. Try again.",
    }),
    refused: say({
      es: "Alguien cambió algo mientras tanto: no se borró nada. Revisa de nuevo.",
      en: "Someone changed something in the meantime, and nothing was deleted. Check again.",
    }),
  };
  return state === "away" || state === "refused" ? (
    <Card padding={3} radius={2} tone="critical">
      <Text size={1}>{messages[state]}</Text>
    </Card>
  ) : null;
}

type ConsequencesProps = {
  facts: RemovalFacts;
  page: string;
  target: string;
  onTarget: (target: string) => void;
};

/**
 * Lists the consequences of the deletion, and lets the editor choose the page to which the old addresses will redirect.
 */
function Consequences({ facts, page, target, onTarget }: ConsequencesProps) {
  const say = useSay();
  const id = useId();
  const addresses = listKnownAddresses(facts, page);
  const list = new Intl.ListFormat(say.language).format(addresses);
  return (
    <Stack gap={4}>
      <Text size={1}>
        {addresses.length > 0
          ? say({
              es: "En segundos deja de verse en el sitio, en ambos idiomas, y también se borra su borrador.",
              en: "Within seconds it’s gone from the site, in both languages, and so is its draft.",
            })
          : say({
              es: "Nunca se ha publicado: se borra el borrador, y en el sitio no cambia nada.",
              en: "It has never been published: its draft is deleted, and nothing changes on the site.",
            })}
      </Text>
      {facts.navigation.length > 0 && (
        <Text size={1}>
          {say({
            es: "Sale del menú y del pie de página.",
            en: "It’s removed from the menu and the footer.",
          })}
        </Text>
      )}
      {(addresses.length > 0 || facts.redirects.length > 0) && (
        <Stack gap={3}>
          <Text as="label" htmlFor={id} size={1} weight="medium">
            {say({
              es: "Quien abra sus direcciones llega a:",
              en: "Visitors who open its addresses go to:",
            })}
          </Text>
          <Select id={id} onChange={({ currentTarget }) => onTarget(currentTarget.value)} value={target}>
            {facts.targets.map((targetPage) => (
              <option key={targetPage._id} value={targetPage._id}>
                {toPageTitle(targetPage, say)}
              </option>
            ))}
          </Select>
          <Text muted size={1} style={{ overflowWrap: "anywhere" }}>
            {list}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
