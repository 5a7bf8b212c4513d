import { Suspense, startTransition, use } from "react";
import { expect, test } from "vitest";
import { useReportShownList } from "#web/pages/inbox/list/sync.ts";
import { createInboxState, createInboxStore, emptySelection } from "#web/pages/inbox/store.ts";
import { createRendering } from "../../../../support/rendered.ts";

const ids = ["b", "a"];
const pendingPromise = new Promise<void>(() => {});

type ScreenProps = { store: ReturnType<typeof createInboxStore>; newest: string; waits?: boolean };

function Screen({ store, newest, waits = false }: ScreenProps) {
  useReportShownList(store, ids, null, newest);
  if (waits) use(pendingPromise);
  return null;
}

test("a message counts as seen only after a committed rendering", async () => {
  const store = createInboxStore(createInboxState("all", "", emptySelection));
  const render = createRendering();
  const createScreen = (newest: string, waits = false) => (
    <Suspense>
      <Screen store={store} newest={newest} waits={waits} />
    </Suspense>
  );
  await render(createScreen("2026-11-20"));
  expect(store.get().seenUntil).toBe("2026-11-20");
  await render(createScreen("2026-11-22", true), startTransition);
  expect(store.get().seenUntil).toBe("2026-11-20");
  // The next rendering replaces the suspended one, whose messages were never seen.
  await render(createScreen("2026-11-21"));
  expect(store.get().seenUntil).toBe("2026-11-21");
});
