import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { changeMatching, changeSubmissions } from "#web/api/submissions.ts";
import { keys } from "#web/pages/inbox/queries.ts";
import { useInboxApi } from "#web/pages/inbox/request-errors.ts";
import type { InboxStore } from "#web/pages/inbox/store.ts";
import { useActionToasts } from "./action-toasts.ts";
import { type BulkAction, type BulkPorts, createBulkAction } from "./bulk-action.ts";
import type { UndoStack } from "./undo-stack.ts";

/** Actions on a bulk selection: everything that the list's filter and search let through, loaded or not. */
export function useBulkSelection({ dispatch }: InboxStore, undos: UndoStack): BulkAction {
  const { api } = useInboxApi();
  const client = useQueryClient();
  const say = useActionToasts();
  const ports = useMemo<BulkPorts>(
    () => ({
      changeMatching: (...asked) => changeMatching(api, ...asked),
      changeSubmissions: (...asked) => changeSubmissions(api, ...asked),
      progressed: (progress) => dispatch({ type: "bulkProgressed", progress }),
      ended: () => client.invalidateQueries({ queryKey: keys.all }),
      say,
    }),
    [api, client, dispatch, say],
  );
  const [bulk] = useState(() => createBulkAction(ports, undos));
  useEffect(() => bulk.connect(ports), [bulk, ports]);
  return bulk;
}
