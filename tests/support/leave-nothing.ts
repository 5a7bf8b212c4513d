import { afterAll, vi } from "vitest";

// Files share what they import, and must not share what one of them pretends.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
