import type { Page } from "@playwright/test";

declare global {
  interface Window {
    /** Lets React take `steps` of its waiting steps, or all from now on; answers whether the account's page is awake. */
    letReactWork: (steps?: number) => Promise<boolean>;
  }
}

/** In every document that the page opens, React takes its steps one by one, as it is let, a few elements each. */
export async function holdReact(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // React goes on by messages to itself, and leaves off whenever 5 ms have passed.
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
