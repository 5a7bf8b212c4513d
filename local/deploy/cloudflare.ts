import * as v from "valibot";
import { type ProviderCall, ProviderError } from "./api.ts";

const zone = v.object({ id: v.string(), name: v.string() });
const dnsRecord = v.object({ type: v.string(), content: v.string(), priority: v.nullish(v.number()) });
const project = v.object({
  subdomain: v.string(),
  domains: v.optional(v.array(v.string()), []),
  canonical_deployment: v.optional(v.nullable(v.object({ id: v.string() })), null),
});
const deployment = v.object({
  id: v.string(),
  deployment_trigger: v.object({ metadata: v.object({ branch: v.string() }) }),
});

/** A DNS record of a zone. */
type DnsRecord = {
  type: "CNAME" | "MX" | "TXT";
  name: string;
  content: string;
  priority?: number | undefined;
};

/** Calls the API and returns the validated result. */
type ReadFn = <Schema extends v.GenericSchema>(
  schema: Schema,
  method: string,
  path: string,
  body?: unknown,
) => Promise<v.InferOutput<Schema>>;

/** Handles a failed call: returns null if the resource does not exist, and throws any other error. */
const toNull = (error: unknown): null => {
  if (error instanceof ProviderError && error.status === 404) return null;
  throw error;
};

/** Cloudflare may return a TXT record in quotation marks. */
const unquote = (text: string) => text.replace(/^"(.*)"$/, "$1");

/** Lists the DNS records of a name. */
async function listRecords(read: ReadFn, zoneId: string, name: string) {
  const path = `/zones/${zoneId}/dns_records?name=${encodeURIComponent(name)}`;
  const records = await read(v.array(dnsRecord), "GET", path);
  return records.map((record) => ({ ...record, content: unquote(record.content) }));
}

/** Opens the calls for the DNS and the settings of the account's zones. */
const openZones = (read: ReadFn, account: string) => ({
  /** Finds the zone of a host; null if the account has none. */
  async findZone(host: string): Promise<{ id: string; name: string } | null> {
    const labels = host.split(".");
    for (let labelIndex = 0; labelIndex < labels.length - 1; labelIndex++) {
      const name = labels.slice(labelIndex).join(".");
      const [matchingZone] = await read(v.array(zone), "GET", `/zones?name=${name}&account.id=${account}`);
      if (matchingZone) return matchingZone;
    }
    return null;
  },
  /** Creates a DNS record if it is missing. Cloudflare rejects a name that already leads to another host. */
  async ensureRecord(zoneId: string, { type, name, content, priority }: DnsRecord): Promise<void> {
    const path = `/zones/${zoneId}/dns_records`;
    const existingRecords = await listRecords(read, zoneId, name);
    if (existingRecords.some((record) => record.type === type && record.content === unquote(content))) return;
    const proxied = type === "CNAME" ? { proxied: true } : {};
    await read(v.unknown(), "POST", path, { type, name, content, ttl: 1, priority, ...proxied });
  },
  listRecords: (zoneId: string, name: string) => listRecords(read, zoneId, name),
  /** Turns off email obfuscation, whose script the policy of the pages blocks. */
  turnOffEmailObfuscation: (zoneId: string) =>
    read(v.unknown(), "PATCH", `/zones/${zoneId}/settings/email_obfuscation`, { value: "off" }),
});

/** Opens the calls for Pages projects, their hosts and their deployments. */
function openProjects(read: ReadFn, account: string) {
  const pages = `/accounts/${account}/pages/projects`;
  const find = (name: string) => read(project, "GET", `${pages}/${name}`).catch(toNull);
  return {
    /** Creates a project if it is missing, and returns the host that Cloudflare assigned. */
    async ensureProject(name: string): Promise<string> {
      const existingProject = await find(name);
      if (existingProject) return existingProject.subdomain;
      return (await read(project, "POST", pages, { name, production_branch: "main" })).subdomain;
    },
    /** Returns the hosts of a project; an empty list if there is no such project. */
    hostsOf: async (name: string): Promise<string[]> => (await find(name))?.domains ?? [],
    /** Adds a host to a project. */
    async ensureDomain(name: string, host: string): Promise<void> {
      const domains = `${pages}/${name}/domains`;
      const existingDomain = await read(v.unknown(), "GET", `${domains}/${host}`).catch(toNull);
      if (!existingDomain) await read(v.unknown(), "POST", domains, { name: host });
    },
    /** Returns the status of a project's host, such as `pending`; `active` once it serves. */
    async domainStatus(name: string, host: string): Promise<string> {
      return (await read(v.object({ status: v.string() }), "GET", `${pages}/${name}/domains/${host}`)).status;
    },
    /** Returns the live deployment; null if there is none. */
    liveDeployment: async (name: string): Promise<string | null> =>
      (await find(name))?.canonical_deployment?.id ?? null,
    /** Makes an earlier deployment live again. */
    rollBack: (name: string, id: string) =>
      read(v.unknown(), "POST", `${pages}/${name}/deployments/${id}/rollback`, {}),
    /** Lists the preview deployments of a branch, newest first. wrangler lists the first page only. */
    async branchDeployments(name: string, branch: string): Promise<string[]> {
      const pageSize = 25;
      const ids: string[] = [];
      for (let page = 1; ; page++) {
        const query = `env=preview&page=${page}&per_page=${pageSize}`;
        const pageDeployments = await read(
          v.array(deployment),
          "GET",
          `${pages}/${name}/deployments?${query}`,
        );
        const ofBranch = pageDeployments.filter(
          (candidate) => candidate.deployment_trigger.metadata.branch === branch,
        );
        ids.push(...ofBranch.map(({ id }) => id));
        if (pageDeployments.length < pageSize) return ids;
      }
    },
    removeDeployment: (name: string, id: string) =>
      read(v.unknown(), "DELETE", `${pages}/${name}/deployments/${id}?force=true`),
  };
}

/** Opens the part of Cloudflare's API (v4) that deployments and previews need and no command of wrangler covers. */
export function openCloudflare(call: ProviderCall, account: string) {
  const read: ReadFn = async (schema, method, path, body) =>
    v.parse(v.object({ result: schema }), await call(method, path, body)).result;
  return { ...openZones(read, account), ...openProjects(read, account) };
}
