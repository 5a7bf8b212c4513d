import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/api/api-error.ts";

/**
 * The inbox's data client. A failure shows at once instead of after silent attempts; being refused means that
 * the role has changed, so `onForbidden` asks for it again.
 */
export function createQueryClient(onForbidden: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof ApiError && error.code === "forbidden") onForbidden();
      },
    }),
    defaultOptions: {
      // Always asked, so that being offline is an error with words and not an endless wait.
      queries: { retry: false, networkMode: "always", refetchOnReconnect: true },
      mutations: { networkMode: "always" },
    },
  });
}
