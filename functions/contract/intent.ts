import type { Service } from "./options.ts";

/** The purpose for which a button leads to the contact page: a service, a plan by its key, or a meeting. */
export type Intent = {
  service?: Service | undefined;
  plan?: string | undefined;
  meeting?: boolean | undefined;
};

/**
 * Returns the query of the contact page for an intent, with the names of the form's fields; empty without an intent.
 */
export function toIntentQuery({ service, plan, meeting }: Intent): string {
  const query = String(
    new URLSearchParams({
      ...(service && { service }),
      ...(plan && { plan }),
      ...(meeting && { meeting: "1" }),
    }),
  );
  return query && `?${query}`;
}

/** Returns the fields that an address fills in, unvalidated; null if it fills in none. */
export function readIntent(
  query: URLSearchParams,
): { service: string; plan: string; meeting: boolean } | null {
  const [service, plan] = [query.get("service") ?? "", query.get("plan") ?? ""];
  const meeting = query.has("meeting");
  return service || plan || meeting ? { service, plan, meeting } : null;
}
