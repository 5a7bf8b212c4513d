/** What is going on while several things are being started, for the person who waits. */
export type Progress = {
  /** Prints a line. */
  say(line: string): void;
  /** Something has come to this step. */
  at(what: string, step: string): void;
  /** It is no longer waited for. */
  done(what: string): void;
  close(): void;
};

const silence = 10_000;

/** Prints a line after 10 s without one, as long as something is waited for: what that is, and what it is at. */
export function openProgress(print: (line: string) => void): Progress {
  const began = Date.now();
  const steps = new Map<string, string>();
  let spoke = began;
  const say = (line: string) => {
    spoke = Date.now();
    print(line);
  };
  const look = setInterval(() => {
    if (steps.size === 0 || Date.now() - spoke < silence) return;
    const waitedFor = [...steps].map(([what, step]) => `${what}, ${step}`).join(" · ");
    say(`  ${Math.round((Date.now() - began) / 1000)} s: ${waitedFor} …`);
  }, 1_000);
  look.unref();
  return {
    say,
    at: (what, step) => void steps.set(what, step),
    done: (what) => void steps.delete(what),
    close: () => clearInterval(look),
  };
}
