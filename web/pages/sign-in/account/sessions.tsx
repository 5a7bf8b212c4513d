import type { OwnSession } from "#functions/contract/account.ts";
import { formatAge } from "#web/language/age.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";
import { toDevice, toPlaceName } from "./device.ts";
import { OwnList, useOwnList } from "./own-list.tsx";
import { Part } from "./part.tsx";

/** Lists the open sessions of the account and ends them. */
export function Sessions() {
  const text = useText();
  const toast = useToast();
  const { account } = useSession();
  const list = useOwnList(account.listSessions);

  const settle = async (successTitle: string, answer: { refusal: unknown }) => {
    if (answer.refusal) return toast({ title: text("account.sessions.endFailed"), tone: "critical" });
    toast({ title: successTitle });
    await list.loadAfterRemoval();
  };
  const end = async (id: string) => settle(text("account.sessions.ended"), await account.endSession(id));
  const endOthers = async () =>
    settle(text("account.sessions.endedOthers"), await account.endOtherSessions());

  return (
    <Part title={text("account.sessions.title")} lead={text("account.sessions.lead")}>
      <OwnList list={list} name="sessions">
        {(session) => <SessionRow key={session.id} session={session} end={() => end(session.id)} />}
      </OwnList>
      {list.items && list.items.length > 1 && (
        <div className={css.action}>
          <Button onClick={endOthers}>{text("account.sessions.endOthers")}</Button>
        </div>
      )}
    </Part>
  );
}

function SessionRow({ session, end }: { session: OwnSession; end: () => void }) {
  const text = useText();
  const language = useLanguage();
  const { browser, system } = toDevice(session.user_agent);
  const device =
    browser && system
      ? text("account.sessions.device", { browser, system })
      : (browser ?? system ?? text("account.sessions.unknownDevice"));
  // Uses the time of the service, because the browser's clock can be wrong.
  const now = Date.parse(session.last_used_at) + session.idle_seconds * 1000;
  const age = formatAge(session.last_used_at, now, language);
  return (
    <li className={css.session}>
      <div>
        <p className={css.device}>
          <span>{device}</span>
          {session.current && <Badge>{text("account.sessions.current")}</Badge>}
        </p>
        <p className={css.detail}>
          <span>{`${toPlaceName(session, language) ?? text("account.sessions.nowhere")} · `}</span>
          <time dateTime={session.last_used_at}>{text("account.sessions.lastUsed", { age })}</time>
        </p>
      </div>
      {!session.current && (
        <div className={css.end}>
          <Button size="small" aria-label={text("account.sessions.endOf", { device })} onClick={end}>
            {text("account.sessions.end")}
          </Button>
        </div>
      )}
    </li>
  );
}
