import type { Page } from "@playwright/test";

declare global {
  interface Window {
    /**
     * Lets React run `steps` of its waiting steps, or all from now on. Returns whether the account page has hydrated.
     */
    letReactWork: (steps?: number) => Promise<boolean>;
  }
}

/** Makes React run one step at a time, of a few elements each, in every document that the page opens. */
export async function holdReact(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // React continues by messages to itself, and pauses whenever 5 ms have passed.
    const waitingSteps: (() => void)[] = [];
    let isHeld = true;
    const postMessage = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      if (isHeld) waitingSteps.push(() => postMessage.apply(this, message));
      else postMessage.apply(this, message);
    };
    let now = 0;
    performance.now = () => {
      now += 0.25;
      return now;
    };

    const waitForTurn = () => new Promise((resolve) => setTimeout(resolve));
    const isHydrated = () => document.querySelector("[data-ready]") !== null;
    window.letReactWork = async (steps) => {
      for (let step = 0; step < (steps ?? 0); step++) {
        while (waitingSteps.length === 0 && !isHydrated()) await waitForTurn();
        if (isHydrated()) return true;
        waitingSteps.shift()?.();
        await waitForTurn();
      }
      if (steps === undefined) {
        isHeld = false;
        for (const runStep of waitingSteps.splice(0)) runStep();
      }
      return isHydrated();
    };
  });
}
