import type { Service } from "./options.ts";

/** What a button has led someone to the contact page for: a service, a plan by its key, a meeting. */
export type Intent = {
  service?: Service | undefined;
  plan?: string | undefined;
  meeting?: boolean | undefined;
};

/** What stands behind the address of the contact page for an intent: a query by the names of the form's fields, or nothing. */
export function intentQuery({ service, plan, meeting }: Intent): string {
  const query = String(
    new URLSearchParams({
      ...(service && { service }),
      ...(plan && { plan }),
      ...(meeting && { meeting: "1" }),
    }),
  );
  return query && `?${query}`;
}

/** The fields that an address fills in, as they stand in it; null where it fills in none. */
export function readIntent(
  query: URLSearchParams,
): { service: string; plan: string; meeting: boolean } | null {
  const [service, plan] = [query.get("service") ?? "", query.get("plan") ?? ""];
  const meeting = query.has("meeting");
  return service || plan || meeting ? { service, plan, meeting } : null;
}
