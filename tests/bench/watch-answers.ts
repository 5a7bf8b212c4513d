/** An input and what is seen of its answer: the event that it comes as, and what the page then has, as a selector. */
export type Expected = { on: "click" | "focusin" | "input"; shows: string };

/**
 * What became of one: when the finger or key was let go or pressed, since the page began, and, where its answer was not there at once, milliseconds
 * until the picture after it; 0 where it was: then Event Timing knows when its picture was.
 */
export type Answered = { at: number; after: number };

declare global {
  interface Window {
    /** One for each expected input, in their order. */
    answers: PromiseWithResolvers<Answered>[];
    /** What Event Timing says of inputs that took longer than a picture. */
    slowInputs: { at: number; took: number }[];
  }
}

/** Runs in a page from its first moment on: notes when each input was answered. It asks for pictures only while one is awaited. */
export function watchAnswers(expected: Expected[]): void {
  window.answers = expected.map(() => Promise.withResolvers<Answered>());
  window.slowInputs = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      // A browser tells a new page where the mouse rests, by events that no one has waited for.
      if (entry.interactionId > 0) window.slowInputs.push({ at: entry.startTime, took: entry.duration });
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);

  // What is heard may be an event that follows from the input, later.
  let at = 0;
  const noteInput = ({ timeStamp }: Event) => {
    at = timeStamp;
  };
  for (const input of ["pointerup", "keydown"]) addEventListener(input, noteInput, true);

  const expectNext = (index: number) => {
    const next = expected[index];
    if (!next) return;
    const heard = () => {
      const began = at;
      expectNext(index + 1);
      let isLate = false;
      const look = () => {
        if (!document.querySelector(next.shows)) {
          isLate = true;
          requestAnimationFrame(look);
          return;
        }
        // Its message comes when the picture is made.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () =>
          window.answers[index]?.resolve({ at: began, after: isLate ? performance.now() - began : 0 });
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    addEventListener(next.on, heard, { capture: true, once: true });
  };
  expectNext(0);
}
