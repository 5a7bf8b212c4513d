import { newId, type Route } from "./route.ts";

/** An entry of the DNS. */
export type DnsEntry = { id: string; type: string; name: string; content: string };

/** Zones with these names: their DNS, kept in `entries`, and what is changed of their settings, in `settings`. */
export function zoneRoutes(names: string[], entries: DnsEntry[], settings: Map<string, unknown>): Route[] {
  const zones = names.map((name) => ({ id: newId(), name, status: "active" }));
  return [
    ["GET", "/zones", (_, { query }) => zones.filter(({ name }) => name === query.get("name"))],
    [
      "GET",
      "/zones/:id/dns_records",
      (_, { query }) => entries.filter(({ name }) => name === query.get("name")),
    ],
    [
      "POST",
      "/zones/:id/dns_records",
      (_, { json }) => {
        const entry = { ...(json as Omit<DnsEntry, "id">), id: newId() };
        entries.push(entry);
        return entry;
      },
    ],
    [
      "PATCH",
      "/zones/:id/settings/:name",
      ([, name = ""], { json }) => {
        const { value } = json as { value: unknown };
        settings.set(name, value);
        return { id: name, value };
      },
    ],
  ];
}
