import type { Administrators } from "#functions/contract/conversation.schema.ts";
import { useText } from "#web/language/use-text.ts";
import { useAdministrators } from "#web/pages/inbox/queries.ts";
import { useSession } from "#web/session/session.tsx";

/** Returns the administrator's id, the other administrators, and a function that names an assignee. */
export function useAssignees(): {
  me: string | undefined;
  others: Administrators["items"];
  toName: (assignee: string | null) => string;
} {
  const text = useText();
  const administrators = useAdministrators();
  const me = useSession().user?.id;
  return {
    me,
    others: administrators.filter(({ id }) => id !== me),
    toName(assignee) {
      if (assignee === null || assignee === "none") return text("inbox.assignee.none");
      if (assignee === "me" || assignee === me) return text("inbox.assignee.me");
      return administrators.find(({ id }) => id === assignee)?.name ?? text("inbox.assignee.other");
    },
  };
}

/** Returns the initials of a name, or the first two letters of a name of one word. */
export const toInitials = (name: string): string => {
  const nameParts = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = "", second] = nameParts;
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join("").toUpperCase();
};
