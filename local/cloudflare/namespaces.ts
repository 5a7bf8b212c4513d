import { newId, pageOf, type Route } from "./route.ts";

/** What is asked of KV's namespaces at `address`, which are kept in `namespaces`: their titles by their ids. */
export const namespaceRoutes = (address: string, namespaces: Map<string, string>): Route[] => [
  [
    "GET",
    address,
    (_, { query }) =>
      pageOf(
        [...namespaces].map(([id, title]) => ({ id, title })),
        query,
        100,
      ),
  ],
  [
    "POST",
    address,
    (_, { json }) => {
      const { title } = json as { title: string };
      const id = newId();
      namespaces.set(id, title);
      return { id, title };
    },
  ],
];
