import { QueryClient } from "@tanstack/react-query";

/** The inbox's data client. A failure shows at once instead of after silent attempts. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Always asked, so that being offline is an error with words and not an endless wait.
      queries: { retry: false, networkMode: "always", refetchOnReconnect: true },
    },
  });
}
