import { newId, type Route } from "./route.ts";

/** An entry of the DNS. */
export type DnsEntry = { id: string; type: string; name: string; content: string };

/** What is asked of the DNS of zones with these names, whose entries are kept in `entries`. */
export function zoneRoutes(names: string[], entries: DnsEntry[]): Route[] {
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
  ];
}
