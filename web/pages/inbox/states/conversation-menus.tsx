import { useId, useRef } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { conversationStates } from "#functions/contract/conversation.ts";
import { toAction } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { useActions } from "#web/pages/inbox/concerns.ts";
import * as css from "#web/pages/inbox/shared/choice.css.ts";
import { InboxIcon, type InboxIconName } from "#web/pages/inbox/shared/key-hints.tsx";
import { placeBelow } from "#web/pages/inbox/shared/layout.ts";
import type { Target } from "#web/pages/inbox/types.ts";
import { Button } from "#web/ui/button.tsx";
import { useAssignees } from "./assignees.ts";

/** The icon of each state: of the next step. */
export const stateIcons = {
  unanswered: "reply",
  waiting: "await",
  closed: "close",
} as const satisfies Record<FullSubmission["state"], InboxIconName>;

type MenuChoice = {
  /** Distinguishes choices with the same name. */
  id?: string;
  name: string;
  icon?: InboxIconName;
  /** Whether the value is current; without it the choice is an action. */
  isCurrent?: boolean;
  choose: () => void;
};

type ChoiceMenuProps = {
  label: string;
  icon: InboxIconName;
  /** The current value; without one the button shows its icon only. */
  value?: string | undefined;
  choices: readonly MenuChoice[];
};

/** Shows a button with a menu of values, of which one is current, or of actions. */
export function ChoiceMenu({ label, icon, value, choices }: ChoiceMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <Button
        tone="quiet"
        size={value ? "small" : "icon"}
        aria-label={value ? `${label}: ${value}` : label}
        popoverTarget={id}
      >
        <InboxIcon name={icon} />
        {value && <span className={css.value}>{value}</span>}
      </Button>
      <div ref={menu} id={id} className={css.menu} popover="auto" onBeforeToggle={placeBelow}>
        <ul aria-label={label}>
          {choices.map(({ id: choiceId, name, icon: choiceIcon, isCurrent, choose }) => (
            <li key={choiceId ?? name}>
              <button
                type="button"
                className={css.menuItem}
                aria-pressed={isCurrent}
                onClick={() => {
                  menu.current?.hidePopover();
                  choose();
                }}
              >
                {choiceIcon && <InboxIcon name={choiceIcon} />}
                <span>{name}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

type ConversationMenusProps = { target: Target; current?: Pick<FullSubmission, "state" | "assignee"> };

/** Shows the menus that set the state and the assignee of messages. `current` are those of a single message. */
export function ConversationMenus({ target, current }: ConversationMenusProps) {
  const text = useText();
  const { act } = useActions();
  const { me, others, toName } = useAssignees();
  const assignees = [...(me ? [me] : []), ...others.map(({ id }) => id), null];
  return (
    <>
      <ChoiceMenu
        label={text("inbox.field.state")}
        icon={current ? stateIcons[current.state] : "close"}
        value={current && text(`inbox.conversation.${current.state}`)}
        choices={conversationStates.map((state) => ({
          name: text(`inbox.conversation.${state}`),
          icon: stateIcons[state],
          isCurrent: state === current?.state,
          choose: () => act(toAction("state", state).action, target),
        }))}
      />
      <ChoiceMenu
        label={text("inbox.field.assignee")}
        icon="assign"
        value={current && toName(current.assignee)}
        choices={assignees.map((assignee) => ({
          name: toName(assignee),
          isCurrent: current !== undefined && assignee === current.assignee,
          choose: () => act("assign", target, assignee),
        }))}
      />
    </>
  );
}
