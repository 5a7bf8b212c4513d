import * as v from "valibot";
import { type Call, ProviderError } from "./api.ts";

const result = <Schema extends v.GenericSchema>(schema: Schema) => v.object({ result: schema });
const named = v.object({ id: v.string(), name: v.string() });
const entry = v.object({ id: v.string(), type: v.string(), name: v.string(), content: v.string() });
const project = v.object({
  name: v.string(),
  subdomain: v.string(),
  domains: v.optional(v.array(v.string()), []),
  canonical_deployment: v.optional(v.nullable(v.object({ id: v.string() })), null),
});
const versions = v.object({ versions: v.array(v.object({ version_id: v.string() })) });

/** An entry of a zone's DNS. */
type DnsEntry = { type: "CNAME" | "MX" | "TXT"; name: string; content: string; priority?: number };

const missing = (error: unknown) => {
  if (error instanceof ProviderError && error.status === 404) return null;
  throw error;
};

/** Everything of a list, whose pages have `most` at most. */
async function everyPage<Schema extends v.GenericSchema>(
  call: Call,
  item: Schema,
  path: string,
  most: number,
) {
  const all: v.InferOutput<Schema>[] = [];
  for (let page = 1; ; page++) {
    const answer = await call("GET", `${path}page=${page}&per_page=${most}`);
    const found = v.parse(result(v.array(item)), answer).result;
    all.push(...found);
    if (found.length < most) return all;
  }
}

/** The account's zones: their DNS and settings. */
function openZones(call: Call, account: string) {
  const entries = async (zone: string, name: string) =>
    v.parse(
      result(v.array(entry)),
      await call("GET", `/zones/${zone}/dns_records?name=${encodeURIComponent(name)}`),
    ).result;

  return {
    /** The zone that a host belongs to; null where the account has none. */
    async findZone(host: string): Promise<{ id: string; name: string } | null> {
      const labels = host.split(".");
      for (let from = 0; from < labels.length - 1; from++) {
        const name = labels.slice(from).join(".");
        const answer = v.parse(
          result(v.array(named)),
          await call("GET", `/zones?name=${name}&account.id=${account}`),
        );
        if (answer.result[0]) return answer.result[0];
      }
      return null;
    },
    /**
     * Makes sure of an entry, and answers whether it was made now. A name can lead to one place only.
     * @throws Error with one sentence where it leads elsewhere
     */
    async ensureEntry(zone: string, { type, name, content, priority }: DnsEntry): Promise<boolean> {
      const there = await entries(zone, name);
      if (there.some((each) => each.type === type && unquoted(each.content) === unquoted(content)))
        return false;
      const taken = type === "CNAME" && there.find((each) => ["A", "AAAA", "CNAME"].includes(each.type));
      if (taken) {
        throw new Error(
          `${name} leads to ${taken.content} now: remove that ${taken.type} entry of the DNS, if the new site is to take its place.`,
        );
      }
      const asked = {
        type,
        name,
        content,
        ttl: 1,
        ...(type === "CNAME" && { proxied: true }),
        ...(priority !== undefined && { priority }),
      };
      await call("POST", `/zones/${zone}/dns_records`, asked);
      return true;
    },
    /** Turns off email obfuscation, whose script the policy of the pages blocks. Returns false where the token may not. */
    async turnOffEmailObfuscation(zone: string): Promise<boolean> {
      try {
        await call("PATCH", `/zones/${zone}/settings/email_obfuscation`, { value: "off" });
        return true;
      } catch (error) {
        if (error instanceof ProviderError && error.status === 403) return false;
        throw error;
      }
    },
  };
}

const pagesOf = (account: string) => `/accounts/${account}/pages/projects`;

/** Pages projects, and the hosts that they answer to. */
function openProjects(call: Call, account: string) {
  const pages = pagesOf(account);
  return {
    /** Makes sure of a Pages project, and answers with the name that Cloudflare gave it. */
    async ensureProject(name: string): Promise<string> {
      const known = await call("GET", `${pages}/${name}`).catch(missing);
      const asked = { name, production_branch: "main" };
      return v.parse(result(project), known ?? (await call("POST", pages, asked))).result.subdomain;
    },
    /** The hosts that a Pages project answers to; none where there is no such project. */
    async hostsOf(name: string): Promise<string[]> {
      const answer = await call("GET", `${pages}/${name}`).catch(missing);
      return answer ? v.parse(result(project), answer).result.domains : [];
    },
    /** Makes sure that a Pages project answers to a host. */
    async ensureDomain(name: string, host: string): Promise<void> {
      const known = await call("GET", `${pages}/${name}/domains/${host}`).catch(missing);
      if (!known) await call("POST", `${pages}/${name}/domains`, { name: host });
    },
    /** What stands in the way of a Pages project's host, such as `pending`; `active` where nothing does. */
    async domainStatus(name: string, host: string): Promise<string> {
      const answer = await call("GET", `${pages}/${name}/domains/${host}`);
      return v.parse(result(v.object({ status: v.string() })), answer).result.status;
    },
  };
}

/** What was deployed of a Pages project. */
function openDeployments(call: Call, account: string) {
  const pages = pagesOf(account);
  return {
    /** The deployment that visitors get now; null where there is none. */
    async liveDeployment(name: string): Promise<string | null> {
      const answer = await call("GET", `${pages}/${name}`).catch(missing);
      return answer ? (v.parse(result(project), answer).result.canonical_deployment?.id ?? null) : null;
    },
    /** Gives visitors an earlier deployment again. */
    rollBack: (name: string, deployment: string) =>
      call("POST", `${pages}/${name}/deployments/${deployment}/rollback`, {}),
    /** The deployments of a branch, newest first. */
    async branchDeployments(name: string, branch: string): Promise<string[]> {
      const trigger = v.object({ metadata: v.object({ branch: v.string() }) });
      const deployment = v.object({ id: v.string(), deployment_trigger: trigger });
      const found = await everyPage(call, deployment, `${pages}/${name}/deployments?env=preview&`, 25);
      return found.filter((each) => each.deployment_trigger.metadata.branch === branch).map(({ id }) => id);
    },
    removeDeployment: (name: string, id: string) =>
      call("DELETE", `${pages}/${name}/deployments/${id}?force=true`),
  };
}

/** The versions of a Worker. */
function openVersions(call: Call, account: string) {
  const worker = (name: string) => `/accounts/${account}/workers/scripts/${name}`;
  return {
    /** The version of a Worker that runs now; null where there is none. */
    async liveVersion(name: string): Promise<string | null> {
      const answer = await call("GET", `${worker(name)}/deployments`).catch(missing);
      const { deployments } = answer
        ? v.parse(result(v.object({ deployments: v.array(versions) })), answer).result
        : { deployments: [] };
      return deployments[0]?.versions[0]?.version_id ?? null;
    },
    /** Runs an earlier version of a Worker again. */
    runVersion: (name: string, version: string) =>
      call("POST", `${worker(name)}/deployments`, {
        ...{ strategy: "percentage", versions: [{ version_id: version, percentage: 100 }] },
        annotations: { "workers/message": "Rolled back: the site was worse than before." },
      }),
  };
}

/** The part of Cloudflare's API (v4) that a deployment asks itself; wrangler asks for the rest. */
export const openCloudflare = (call: Call, account: string) => ({
  ...openZones(call, account),
  ...openProjects(call, account),
  ...openDeployments(call, account),
  ...openVersions(call, account),
  /** The KV namespace of that title, made where there is none. */
  async findOrCreateNamespace(title: string): Promise<string> {
    const path = `/accounts/${account}/storage/kv/namespaces`;
    const known = await everyPage(call, v.object({ id: v.string(), title: v.string() }), `${path}?`, 100);
    const found = known.find((each) => each.title === title);
    if (found) return found.id;
    return v.parse(result(v.object({ id: v.string() })), await call("POST", path, { title })).result.id;
  },
});

// A TXT entry may be answered with quotation marks.
const unquoted = (text: string) => text.replace(/^"(.*)"$/, "$1");
