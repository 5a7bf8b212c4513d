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
    const waiting: (() => void)[] = [];
    let held = true;
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      if (held) waiting.push(() => post.apply(this, message));
      else post.apply(this, message);
    };
    let now = 0;
    performance.now = () => {
      now += 0.25;
      return now;
    };

    const turn = () => new Promise((resolve) => setTimeout(resolve));
    const isAwake = () => document.querySelector("[data-ready]") !== null;
    window.letReactWork = async (steps) => {
      for (let step = 0; step < (steps ?? 0); step++) {
        while (waiting.length === 0 && !isAwake()) await turn();
        if (isAwake()) return true;
        waiting.shift()?.();
        await turn();
      }
      if (steps === undefined) {
        held = false;
        for (const go of waiting.splice(0)) go();
      }
      return isAwake();
    };
  });
}
