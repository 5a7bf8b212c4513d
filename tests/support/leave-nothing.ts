import { afterAll, vi } from "vitest";

// Test files share their imported modules, but must not share mocks.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
