import { useEffect, useState } from "react";

/** Whole seconds until `seconds` have passed since `since` (milliseconds); 0 from then on. */
export function secondsLeft(since: number, seconds: number, now: number): number {
  // A clock that was set back waits no longer than one that was not.
  return Math.min(seconds, Math.max(0, Math.ceil(seconds - (now - since) / 1000)));
}

/** Counts down from `seconds`, starting at `since` (milliseconds), once a second. */
export function useCountdown(since: number, seconds: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = secondsLeft(since, seconds, now);
  const running = left > 0;
  useEffect(() => {
    setNow(Math.max(Date.now(), since));
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since, running]);
  return left;
}
