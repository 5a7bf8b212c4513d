import type { Service } from "./options.ts";

/** The purpose for which a button leads to the contact page: a service, a plan by its key, or a meeting. */
export type Intent = {
  service?: Service | undefined;
  plan?: string | undefined;
  meeting?: boolean | undefined;
};

/**
 * Returns the query by which a button opens the contact form with its service, plan or meeting; empty without any. The
 * edge selects them in the form before it sends the page.
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

/** Returns the service, plan and meeting in the address of the contact page, unvalidated; null without any. */
export function readIntent(
  query: URLSearchParams,
): { service: string; plan: string; meeting: boolean } | null {
  const [service, plan] = [query.get("service") ?? "", query.get("plan") ?? ""];
  const meeting = query.has("meeting");
  return service || plan || meeting ? { service, plan, meeting } : null;
}
