import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";

/** An error that the API answers with, with its HTTP status and Cloudflare's code. */
export class ApiError extends Error {
  readonly status: 400 | 404 | 409;
  readonly code: number;
  constructor(status: ApiError["status"], code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Answers a call with a result. */
export const succeed = (context: Context, result: unknown) =>
  context.json({ success: true, errors: [], messages: [], result });

/** Answers a call with an error. */
export const fail = (context: Context, status: 400 | 403 | 404 | 409 | 500, code: number, message: string) =>
  context.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status);

/**
 * Returns a function that adds a call to the stand-in's `api`. `find` returns the resource that `:name` in the path
 * names, and the call is answered with the result of `work` on it.
 */
export const openCalls =
  <Resource>(api: Hono, find: (name: string) => Resource) =>
  (method: string, path: string, work: (resource: Resource, context: Context) => unknown) =>
    api.on(method, path, async (context) =>
      succeed(context, await work(find(String(context.req.param("name"))), context)),
    );

/** Returns the part of a list that a call requests by `page` and `per_page`, at most `maxSize` items. */
export function getPage<Item>(context: Context, items: Item[], maxSize: number): Item[] {
  const size = Math.min(Number(context.req.query("per_page") ?? maxSize), maxSize);
  const start = (Number(context.req.query("page") ?? 1) - 1) * size;
  return items.slice(start, start + size);
}

export const newId = () => randomUUID().replaceAll("-", "");

/** Secrets by name. */
export type SecretValues = Record<string, string>;

/** Changes stored secrets as Cloudflare does: sets the given ones, and removes those without a value. */
export function mergeSecrets(target: SecretValues, changes: Record<string, string | null | undefined>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined) delete target[name];
    else target[name] = value;
  }
}

/** A DNS record. */
export type DnsEntry = { id: string; type: string; name: string; content: string; priority?: number };

/**
 * Stands in for Cloudflare's API of the zones `names`, to test deployments. It stores DNS records in `entries` and
 * changed settings in `settings`, which a test can read.
 */
export function zonesApi(names: string[], entries: DnsEntry[], settings: Map<string, unknown>): Hono {
  const zones = names.map((name) => ({ id: newId(), name, status: "active" }));
  const filterByName = <Named extends { name: string }>(context: Context, items: Named[]) =>
    items.filter(({ name }) => name === context.req.query("name"));
  const api = new Hono();
  api.get("/", (context) => succeed(context, filterByName(context, zones)));
  api.get("/:id/dns_records", (context) => succeed(context, filterByName(context, entries)));
  api.post("/:id/dns_records", async (context) => {
    const entry: DnsEntry = { ...(await context.req.json()), id: newId() };
    entries.push(entry);
    return succeed(context, entry);
  });
  api.patch("/:id/settings/:name", async (context) => {
    const name = context.req.param("name");
    const { value } = await context.req.json<{ value: unknown }>();
    settings.set(name, value);
    return succeed(context, { id: name, value });
  });
  return api;
}

/** Stands in for Cloudflare's API of KV namespaces, to test deployments. `namespaces` has their titles by id. */
export function namespacesApi(namespaces: Map<string, string>): Hono {
  const api = new Hono();
  api.get("/", (context) => {
    const items = [...namespaces].map(([id, title]) => ({ id, title }));
    return succeed(context, getPage(context, items, 100));
  });
  api.post("/", async (context) => {
    const { title } = await context.req.json<{ title: string }>();
    const id = newId();
    namespaces.set(id, title);
    return succeed(context, { id, title });
  });
  return api;
}

/** The objects of R2 buckets by the name of the bucket and by key. */
export type Buckets = Map<string, Map<string, Uint8Array>>;

/** Stands in for Cloudflare's API of R2: it creates buckets, and reads and writes objects as wrangler does. */
export function bucketsApi(buckets: Buckets): Hono {
  const api = new Hono();
  const getBucket = (context: Context) => {
    const bucket = buckets.get(context.req.param("bucket") ?? "");
    if (!bucket) throw new ApiError(404, 10006, "The specified bucket does not exist.");
    return bucket;
  };
  api.post("/", async (context) => {
    const { name } = await context.req.json<{ name: string }>();
    if (buckets.has(name))
      throw new ApiError(409, 10004, "The bucket you tried to create already exists, and you own it.");
    buckets.set(name, new Map());
    return succeed(context, { name });
  });
  api.get("/:bucket", (context) => {
    getBucket(context);
    return succeed(context, {
      name: context.req.param("bucket"),
      storage_class: "Standard",
    });
  });
  api.get("/:bucket/objects/:key", (context) => {
    const bytes = getBucket(context).get(context.req.param("key"));
    if (!bytes) throw new ApiError(404, 10007, "The specified key does not exist.");
    return context.body(new Uint8Array(bytes));
  });
  api.put("/:bucket/objects/:key", async (context) => {
    getBucket(context).set(context.req.param("key"), new Uint8Array(await context.req.arrayBuffer()));
    return succeed(context, {});
  });
  return api;
}
