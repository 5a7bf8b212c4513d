import { createContext, useContext, useMemo } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { useSession } from "#web/session/session.tsx";

/** Called when the edge says that whoever is signed in is no administrator (any more). */
export const RefusalContext = createContext<() => void>(() => {});

/** Our API as the signed-in administrator; a refusal of the role is reported to the page at once. */
export function useInboxApi() {
  const { api, rawApi } = useSession();
  const refused = useContext(RefusalContext);
  return useMemo(() => {
    const report = (error: unknown) => {
      if (error instanceof ApiError && error.code === "forbidden") refused();
      throw error;
    };
    const watched = <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) => {
      return (...given: Arguments) => call(...given).catch(report) as Promise<Answer>;
    };
    return { api: watched(api) as typeof api, rawApi: watched(rawApi) };
  }, [api, rawApi, refused]);
}
