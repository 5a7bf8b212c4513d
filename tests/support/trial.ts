import { randomUUID } from "node:crypto";
import { Agent, request as send } from "node:http";
import { text } from "node:stream/consumers";
import { encodeSignatureHeader } from "@sanity/webhook";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { authPath } from "#functions/contract/account.ts";
import { issueAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { webhookSecret } from "./content-hook.ts";
import { startDeployHook } from "./deploy-hook.ts";
import { type Edge, startEdge } from "./edge.ts";
import { listFaults, type TrialAnswer } from "./expected-answers.ts";
import { contentToken } from "./fallible.ts";
import { type GeneratedRequest, generateRequests } from "./generated-requests.ts";
import { type CallInput, existingMessageIds, inputByCall } from "./input-by-call.ts";
import { mailSecret } from "./mail-hook.ts";
import { origin } from "./requests.ts";
import { administrator, visitor } from "./seeded-people.ts";

const parallelCalls = 6;
/** The number of requests after which the sessions are renewed and the attempt limits reset. */
const batchSize = 300;

/** Generates a mix of requests to every call. A seed gives a call the same requests, whatever other calls there are. */
function generateMix(seed: number, total: number): GeneratedRequest[] {
  const shares = Object.values(inputByCall).reduce((sum, { share = 4 }) => sum + share, 0);
  return Object.entries(inputByCall)
    .flatMap(([call, input]) => {
      const numRuns = Math.ceil((total * (input.share ?? 4)) / shares);
      const callSeed = [...call].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed);
      return fc
        .sample(generateRequests(call, input), { seed: callSeed, numRuns })
        .map((request, index) => ({ request, place: (index + 0.5) / numRuns }));
    })
    .sort((a, b) => a.place - b.place)
    .map(({ request }) => request);
}

/** Creates a session of each role. Returns their access tokens. */
async function signIn(edge: Edge): Promise<Record<string, string>> {
  const keys = await parseSigningKeys(JSON.stringify({ keys: [edge.signingKey] }));
  const tokens: Record<string, string> = {};
  for (const [role, { email }] of Object.entries({ admin: administrator, user: visitor })) {
    const [session] = await edge.database.asOwner(
      `insert into sessions (id, account_id) select gen_random_uuid(), id from accounts where email = $1
       returning id, account_id`,
      [email],
    );
    const caller = { accountId: String(session?.account_id), sessionId: String(session?.id), email };
    tokens[role] = (await issueAccessToken(keys, `${origin}${authPath}`, caller)).token;
  }
  await edge.database.asOwner("delete from attempt_limits");
  return tokens;
}

const signatures = {
  cms: async (body: string) => ({
    "sanity-webhook-signature": await encodeSignatureHeader(body, Date.now(), webhookSecret),
  }),
  "mail provider": (body: string) => {
    const now = new Date();
    const id = `msg_${randomUUID()}`;
    const signature = new Webhook(mailSecret).sign(id, now, body);
    return {
      "svix-id": id,
      "svix-signature": signature,
      "svix-timestamp": String(Math.floor(now.getTime() / 1000)),
    };
  },
};

async function createHeaders(request: GeneratedRequest, token: string | undefined, index: number) {
  const { identity, body, signedBy } = request;
  const authorization = token ? `Bearer ${token}` : identity.authorization;
  return {
    Host: new URL(origin).host,
    // Every request comes from its own network, because the trial does not test limits.
    "CF-Connecting-IP": `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`,
    ...request.headers,
    ...(body && { "Content-Length": String(body.length) }),
    ...(authorization !== undefined && { Authorization: authorization }),
    // An empty body has no signature.
    ...(signedBy && body?.length && (await signatures[signedBy](String(body)))),
  };
}

type Wire = { port: number; agent: Agent };

function sendRequest(
  { port, agent }: Wire,
  request: GeneratedRequest,
  headers: Record<string, string>,
  triesLeft = 2 * parallelCalls,
): Promise<TrialAnswer> {
  const { method, target: path, body } = request;
  return new Promise((resolve, reject) => {
    const outgoing = send({ host: "127.0.0.1", port, agent, method, path, headers }, (answer) => {
      const { statusCode: status = 0, headers: answerHeaders } = answer;
      text(answer).then(
        (body) => resolve({ status, headers: answerHeaders as TrialAnswer["headers"], body }),
        reject,
      );
    });
    outgoing.on("error", (error) => {
      // The edge closes the connection after a body that it did not read completely. The next request may be on its way
      // by then.
      if (triesLeft > 0) resolve(sendRequest({ port, agent }, request, headers, triesLeft - 1));
      else reject(new Error(`${error}\n${summarize(request)}`));
    });
    outgoing.end(body ?? undefined);
  });
}

const summarize = ({ call, target, headers, body, identity }: GeneratedRequest) =>
  [call, JSON.stringify(identity), target, JSON.stringify(headers), body?.toString("latin1") ?? "no body"]
    .map((part) => part.slice(0, 300))
    .join("\n");

/** The result of a trial: the number of answers by status, and every answer that breaks the description. */
export type Trial = { inputs: number; statuses: Record<string, number>; faults: string[] };

async function tryAll(edge: Edge, seed: number, total: number): Promise<Trial> {
  const secrets = [
    webhookSecret,
    mailSecret,
    new URL(edge.database.edgeUrl).password,
    edge.signingKey.d as string,
  ];
  const wire = { port: await edge.port(), agent: new Agent({ keepAlive: true, maxSockets: parallelCalls }) };
  const requests = generateMix(seed, total);
  const faults: string[] = [];
  const statuses: Record<string, number> = {};
  for (let first = 0; first < requests.length; first += batchSize) {
    let tokens = await signIn(edge);
    const queue = [...requests.slice(first, first + batchSize).entries()];
    const client = async () => {
      for (let entry = queue.shift(); entry; entry = queue.shift()) {
        const [index, request] = entry;
        const input = inputByCall[request.call] as CallInput;
        const headers = await createHeaders(request, tokens[request.identity.role], first + index);
        const answer = await sendRequest(wire, request, headers);
        if (request.call === "POST /api/auth/logout" && answer.status === 204) tokens = await signIn(edge);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        for (const fault of listFaults(request, answer, { input, secrets })) {
          const answerText = `${answer.status} ${answer.body.slice(0, 300)}`;
          faults.push(`SEED=${seed}, input ${first + index}: ${fault}\n${summarize(request)}\n${answerText}`);
        }
      }
    };
    await Promise.all(Array.from({ length: parallelCalls }, client));
  }
  wire.agent.destroy();
  return { inputs: requests.length, statuses, faults };
}

/**
 * Sends about `total` generated requests to every call of the built bundle, as an anonymous caller, a user and an
 * administrator.
 */
export async function runTrial(seed: number, total: number): Promise<Trial> {
  const deployHook = await startDeployHook();
  const edge = await startEdge({
    SANITY_WEBHOOK_SECRET: webhookSecret,
    SANITY_READ_TOKEN: contentToken,
    MAIL_WEBHOOK_SECRET: mailSecret,
    DEPLOY_HOOK_URL: deployHook.url,
  });
  try {
    await edge.database.asOwner(
      `insert into contact_submissions (id, name, email, message)
       select id::uuid, 'Ana', 'ana@cliente.example', 'Hola' from unnest($1::text[]) id`,
      [existingMessageIds],
    );
    return await tryAll(edge, seed, total);
  } finally {
    await edge.close();
    await deployHook.close();
  }
}
