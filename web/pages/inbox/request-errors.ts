import { createContext, useContext, useMemo } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { useSession } from "#web/session/session.tsx";

/** Called when the edge says that the caller is no administrator (any more). */
export const RequestErrorContext = createContext<() => void>(() => {});

/** Our API as the signed-in administrator; an error about the role is reported to the page at once. */
export function useInboxApi() {
  const { api, rawApi } = useSession();
  const forbidden = useContext(RequestErrorContext);
  return useMemo(() => {
    const report = (error: unknown) => {
      if (error instanceof ApiError && error.code === "forbidden") forbidden();
      throw error;
    };
    const watched = <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) => {
      return (...given: Arguments) => call(...given).catch(report) as Promise<Answer>;
    };
    return { api: watched(api) as typeof api, rawApi: watched(rawApi) };
  }, [api, rawApi, forbidden]);
}
