import { createContext, useContext, useMemo } from "react";
import { ApiError, type ApiErrorCode } from "#web/api/api-error.ts";
import { useSession } from "#web/session/session.tsx";

// The role is another now, or does not count without a passkey.
const refusals: ReadonlySet<ApiErrorCode> = new Set(["forbidden", "passkey_required"]);

/** Called when the edge says that the caller is no administrator (any more). */
export const RequestErrorContext = createContext<() => void>(() => {});

/** Our API as the signed-in administrator; an error about the role is reported to the page at once. */
export function useInboxApi() {
  const { api, rawApi } = useSession();
  const forbidden = useContext(RequestErrorContext);
  return useMemo(() => {
    const report = (error: unknown) => {
      if (error instanceof ApiError && refusals.has(error.code)) forbidden();
      throw error;
    };
    const watched = <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) => {
      return (...given: Arguments) => call(...given).catch(report) as Promise<Answer>;
    };
    return { api: watched(api) as typeof api, rawApi: watched(rawApi) };
  }, [api, rawApi, forbidden]);
}
