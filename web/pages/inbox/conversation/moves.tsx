import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { cutCharacters } from "#functions/contract/characters.ts";
import type { Entry } from "#functions/contract/conversation.schema.ts";
import { useText } from "#web/language/use-text.ts";
import { useActions } from "#web/pages/inbox/concerns.ts";
import { useSenderSubmissions } from "#web/pages/inbox/queries.ts";
import { ChoiceMenu } from "#web/pages/inbox/states/conversation-menus.tsx";
import { useMoves } from "#web/pages/inbox/states/moves.ts";
import { Button } from "#web/ui/button.tsx";
import * as css from "./conversation.css.ts";
import { useFormatTime } from "./format-time.ts";

type MoveProps = { entry: Entry; submission: FullSubmission };

/** Shows the menu that moves a text of the customer or a note to a conversation of its own or of the same sender. */
export function MoveMenu({ entry, submission }: MoveProps) {
  const text = useText();
  const formatTime = useFormatTime();
  const { changes } = useActions();
  const { move } = useMoves(submission.id);
  const { items = [] } = useSenderSubmissions(entry.from ?? submission.email, changes) ?? {};
  const otherConversations = items.filter(({ id }) => id !== submission.id);
  return (
    <span className={css.entryAction}>
      <ChoiceMenu
        label={text("inbox.move")}
        icon="split"
        choices={[
          { name: text("inbox.move.own"), choose: () => void move(entry.id, null) },
          ...otherConversations.map(({ id, message, created_at: createdAt }) => ({
            id,
            name: text("inbox.move.to", {
              words: `${formatTime(createdAt)} · ${cutCharacters(message ?? "", 60) || text("inbox.noMessage")}`,
            }),
            choose: () => void move(entry.id, id),
          })),
        ]}
      />
    </span>
  );
}

/** Shows the decisions about a mail of somebody else: part of this conversation, or one of its own. */
export function OtherSender({ entry, submission }: MoveProps) {
  const text = useText();
  const { admit, move } = useMoves(submission.id);
  return (
    <div className={css.decisions}>
      <Button size="small" onClick={() => void admit(entry.id)}>
        {text("inbox.move.admit")}
      </Button>
      <Button size="small" onClick={() => void move(entry.id, null)}>
        {text("inbox.move.own")}
      </Button>
    </div>
  );
}
