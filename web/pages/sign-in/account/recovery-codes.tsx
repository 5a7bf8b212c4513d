import { useCallback, useEffect, useState } from "react";
import { useText } from "#web/language/use-text.ts";
import type { Attempt } from "#web/pages/sign-in/passkey/use-proof.tsx";
import { RefusalAlert } from "#web/pages/sign-in/refusal-alert.tsx";
import type { Refusal } from "#web/session/outcome.ts";
import type { RecoveryCodes as Counted } from "#web/session/passkey-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog, Modal } from "#web/ui/dialog.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { Heading, Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";

/** Codes to be kept on paper, for the day on which the device with the passkey is lost. */
export function RecoveryCodes({ attempt }: { attempt: Attempt }) {
  const text = useText();
  const { account } = useSession();
  const [counted, setCounted] = useState<Counted | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [making, setMaking] = useState(false);
  const [failed, setFailed] = useState(false);
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const load = useCallback(async () => {
    const answer = await account.countRecoveryCodes();
    setFailed(answer.refusal !== null);
    if (!answer.refusal) setCounted(answer.value);
  }, [account]);
  useEffect(() => {
    load();
  }, [load]);
  const has = counted !== null && counted.total > 0;

  const make = async () => {
    if (making || counted === null) return;
    setAsking(false);
    setRefusal(null);
    setMaking(true);
    const answer = await attempt(() => account.makeRecoveryCodes(has));
    setMaking(false);
    if (!answer) return;
    setRefusal(answer.refusal);
    // Also when they were made elsewhere meanwhile.
    load();
    if (!answer.refusal) setCodes(answer.value);
  };
  return (
    <div className={css.words}>
      <Heading level={3} size="label">
        {text("account.codes.title")}
      </Heading>
      <Text tone="quiet">
        {counted === null
          ? text(failed ? "account.codes.failed" : "account.codes.loading")
          : has
            ? text("account.codes.left", { remaining: counted.remaining, total: counted.total })
            : text("account.codes.none")}
      </Text>
      {refusal && <RefusalAlert refusal={refusal} />}
      <div className={css.action}>
        {counted === null ? (
          failed && (
            <Button size="small" onClick={load}>
              {text("account.sessions.retry")}
            </Button>
          )
        ) : (
          <Button size="small" aria-disabled={making} onClick={has ? () => setAsking(true) : make}>
            {text(has ? "account.codes.replace" : "account.codes.make")}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={text("account.codes.question")}
          description={text("account.codes.warning")}
          confirmLabel={text("account.codes.replace")}
          cancelLabel={text("account.cancel")}
          onConfirm={make}
          onCancel={() => setAsking(false)}
        />
      )}
      {codes && <NewCodes codes={codes} close={() => setCodes(null)} />}
    </div>
  );
}

function NewCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const text = useText();
  const toast = useToast();
  const lines = codes.join("\n");
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(lines).then(
      () => true,
      () => false,
    );
    toast(
      copied
        ? { title: text("account.codes.copied") }
        : { title: text("account.codes.copyFailed"), tone: "critical" },
    );
  };
  const download = () =>
    saveFile(
      new Blob([`${location.host}\n\n${lines}\n`], { type: "text/plain;charset=utf-8" }),
      text("account.codes.file"),
    );
  return (
    <Modal title={text("account.codes.shown")}>
      <Text tone="quiet">{text("account.codes.shownDetail")}</Text>
      <ol className={css.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css.action}>
        <Button size="small" onClick={copy}>
          {text("account.codes.copy")}
        </Button>
        <Button size="small" onClick={download}>
          {text("account.codes.download")}
        </Button>
        <Button tone="accent" size="small" onClick={close}>
          {text("account.codes.kept")}
        </Button>
      </div>
    </Modal>
  );
}
