import { useState } from "react";
import { RefusalAlert } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { useAction } from "#web/pages/sign-in/passkey/passkey-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/dialog.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";
import { useLoaded } from "./own-list.tsx";
import { ConfirmButton } from "./part.tsx";

/** Shows how many recovery codes, which replace a lost passkey, are unused, and a button that creates new codes. */
export function RecoveryCodes() {
  const { text, account, attempt } = useAuthScreen();
  const { value: count, refusal: loadRefusal, load } = useLoaded(account.countRecoveryCodes);
  const [newCodes, setNewCodes] = useState<{ codes: string[]; areFirst: boolean } | null>(null);
  const hasCodes = count !== null && count.total > 0;
  const { refusal, isPending, run } = useAction(
    async () => {
      const answer = await attempt(() => account.makeRecoveryCodes(hasCodes));
      // Reads the count after a refusal too, because another browser may have created codes.
      if (answer) void load();
      return answer;
    },
    (codes) => setNewCodes({ codes, areFirst: !hasCodes }),
  );
  return (
    <div className={css.texts}>
      <Heading level={3} size="label">
        {text("account.codes.title")}
      </Heading>
      <Text tone="quiet">
        {count === null
          ? text(loadRefusal ? "account.codes.failed" : "account.codes.loading")
          : hasCodes
            ? text("account.codes.left", { remaining: count.remaining, total: count.total })
            : text("account.codes.none")}
      </Text>
      {refusal && <RefusalAlert refusal={refusal} />}
      <div className={css.action}>
        {count !== null && (
          <ConfirmButton
            size="small"
            aria-disabled={isPending}
            label={text(hasCodes ? "account.codes.replace" : "account.codes.make")}
            question={hasCodes ? text("account.codes.question") : null}
            warning={text("account.codes.warning")}
            onConfirm={run}
          />
        )}
        {count === null && loadRefusal && (
          <Button size="small" onClick={load}>
            {text("account.sessions.retry")}
          </Button>
        )}
      </div>
      {newCodes && <NewCodes {...newCodes} close={() => setNewCodes(null)} />}
    </div>
  );
}

type NewCodesProps = {
  codes: string[];
  /** Whether the account had no codes before. */
  areFirst: boolean;
  close: () => void;
};

/** Shows new recovery codes once, because the edge stores only hashes. Escape does not close the dialog. */
function NewCodes({ codes, areFirst, close }: NewCodesProps) {
  const { text, toast } = useAuthScreen();
  const lines = codes.join("\n");
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(lines).then(
      () => true,
      () => false,
    );
    toast(
      isCopied
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
      <Text tone="quiet">{text(areFirst ? "account.codes.shownFirst" : "account.codes.shownDetail")}</Text>
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
