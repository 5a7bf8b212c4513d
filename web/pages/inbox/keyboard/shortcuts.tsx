import { Fragment } from "react";
import { useText } from "#web/language/use-text.ts";
import { checkbox } from "#web/pages/inbox/shared/choice.css.ts";
import { switchSignKeys, useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { Modal } from "#web/ui/dialog.tsx";
import { keyList } from "./keys.ts";
import * as css from "./shortcuts.css.ts";

/** Shows the list of keys, and the switch for single-character keys. The Delete key has a translated name. */
export function Shortcuts({ close }: { close: () => void }) {
  const text = useText();
  const isOn = useSignKeys();
  return (
    <Modal title={text("inbox.keys")} closeLabel={text("inbox.close")} onClose={close}>
      <dl className={css.keys}>
        {keyList.map(([keys, name]) => (
          <Fragment key={name}>
            <dt className={css.key}>
              {keys.map((key) => (
                <kbd key={key} className={css.cap}>
                  {key === "Delete" ? text("inbox.key.deleteName") : key}
                </kbd>
              ))}
            </dt>
            <dd>{text(name)}</dd>
          </Fragment>
        ))}
      </dl>
      <label className={css.choice}>
        <input
          type="checkbox"
          className={checkbox}
          checked={isOn}
          onChange={({ target }) => switchSignKeys(target.checked)}
        />
        <span>{text("inbox.keys.signs")}</span>
      </label>
    </Modal>
  );
}
