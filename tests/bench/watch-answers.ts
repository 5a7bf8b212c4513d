/** An expected input: the event that it causes, and the selector of its effect on the page. */
export type ExpectedInput = { on: "click" | "focusin" | "input"; shows: string };

/**
 * The outcome of an input. `at` is the moment of the tap or key, in milliseconds since the page began.
 * `after` is the delay to the frame with the answer in milliseconds. It is 0 if the answer was there at once, because
 * Event Timing then knows the frame.
 */
export type AnsweredInput = { at: number; after: number };

declare global {
  interface Window {
    /** A promise for each expected input, in order. */
    answers: PromiseWithResolvers<AnsweredInput>[];
    /** Inputs that took longer than a frame, as Event Timing reports them. */
    slowInputs: { at: number; took: number }[];
  }
}

/**
 * Runs in a page from its start: records when each input was answered. It requests frames only while an answer is
 * expected.
 */
export function watchAnswers(expected: ExpectedInput[]): void {
  window.answers = expected.map(() => Promise.withResolvers<AnsweredInput>());
  window.slowInputs = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      // A browser tells a new page the position of the mouse through events that are no interactions.
      if (entry.interactionId > 0) window.slowInputs.push({ at: entry.startTime, took: entry.duration });
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);

  // The awaited event can follow from the input with a delay, so the time of the input itself is recorded.
  let inputAt = 0;
  const noteInput = ({ timeStamp }: Event) => {
    inputAt = timeStamp;
  };
  for (const input of ["pointerup", "keydown"]) addEventListener(input, noteInput, true);

  const expectNext = (index: number) => {
    const expectedInput = expected[index];
    if (!expectedInput) return;
    const onEvent = () => {
      const startedAt = inputAt;
      expectNext(index + 1);
      let isLate = false;
      const checkAnswer = () => {
        if (!document.querySelector(expectedInput.shows)) {
          isLate = true;
          requestAnimationFrame(checkAnswer);
          return;
        }
        // The message arrives once the frame is drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () =>
          window.answers[index]?.resolve({
            at: startedAt,
            after: isLate ? performance.now() - startedAt : 0,
          });
        port2.postMessage(null);
      };
      requestAnimationFrame(checkAnswer);
    };
    addEventListener(expectedInput.on, onEvent, { capture: true, once: true });
  };
  expectNext(0);
}
