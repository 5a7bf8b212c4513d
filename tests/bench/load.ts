// What the edge bears: the built bundle in workerd, on the PostgreSQL server of LOCAL_POSTGRES_URL. How long calls take when no
// one else calls, at 70 % of what can be served, and while more people sign in than can be served at once; then for
// LEAK_MINUTES (30) at a quarter of it, whether memory grows. Everything is on one machine: read times as ratios.
import { execFileSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { say } from "#local/processes/terminal.ts";
import { callerOf, freshAddress, newcomer } from "../support/accounts.ts";
import { type Edge, startEdge } from "../support/edge.ts";
import { bearer, json, type SessionResponse } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";

type Calls = Record<string, () => Promise<Response>>;
type Times = Map<string, number[]>;

const percentile = (times: number[], part: number) =>
  Number((times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN).toFixed(1));

const refused = new Map<string, number>();
async function timed(name: string, call: () => Promise<Response>, times?: Times): Promise<void> {
  const began = performance.now();
  // A connection that ends between two calls is none of the edge's faults; it is told of.
  const status = await call().then(
    async (response) => {
      await response.text();
      return response.ok ? null : response.status;
    },
    () => "no answer",
  );
  if (status === null) times?.set(name, [...(times.get(name) ?? []), performance.now() - began]);
  else refused.set(`${name}: ${status}`, (refused.get(`${name}: ${status}`) ?? 0) + 1);
}

/** What visitors and administrators do all day: nine readings to one message. */
function everydayCalls(edge: Edge, session: SessionResponse): Calls {
  const headers = bearer(session);
  const read = (path: string) => () => edge.fetch(path, { headers });
  return {
    settings: () => edge.fetch("/api/auth/settings"),
    formStamp: () => edge.fetch("/api/contact/form-stamp"),
    profile: read("/api/profile"),
    counts: read("/api/submissions/counts"),
    inbox: read("/api/submissions?limit=25"),
    contact: () =>
      edge.fetch(
        "/api/contact",
        json(
          { name: "Ana", email: "ana@example.com", message: "Hola" },
          { "CF-Connecting-IP": freshAddress() },
        ),
      ),
  };
}

const nth = (calls: Calls, index: number) => {
  const entries = Object.entries(calls);
  return entries[index % entries.length] as [string, () => Promise<Response>];
};

async function unloaded(calls: Calls, rounds = 600): Promise<Times> {
  const times: Times = new Map();
  for (let round = 0; round < rounds; round += 1) await timed(...nth(calls, round), times);
  return times;
}

/** Calls a second that are answered when as many as `width` always wait. */
async function capacityOf(calls: Calls, width: number, seconds: number): Promise<number> {
  let answered = 0;
  const end = performance.now() + seconds * 1000;
  const worker = async (first: number) => {
    for (let round = first; performance.now() < end; round += width) {
      await timed(...nth(calls, round));
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: width }, (_, index) => worker(index)));
  return answered / seconds;
}

/** Times at a rate that does not wait for answers, as visitors do not. */
async function loaded(calls: Calls, rate: number, seconds: number, times: Times = new Map()): Promise<Times> {
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let index = 0; index < rate * seconds; index += 1) {
    const wait = began + (index / rate) * 1000 - performance.now();
    if (wait > 1) await setTimeout(wait);
    open.push(timed(...nth(calls, index), times));
  }
  await Promise.all(open);
  return times;
}

function report(title: string, before: Times, after: Times): void {
  const row = (name: string, alone: number[], many: number[]) => [
    name,
    {
      "alone p50, ms": percentile(alone, 0.5),
      "alone p95, ms": percentile(alone, 0.95),
      "p50, ms": percentile(many, 0.5),
      "p95, ms": percentile(many, 0.95),
      "p95 ratio": Number((percentile(many, 0.95) / percentile(alone, 0.95)).toFixed(2)),
    },
  ];
  const names = [...after.keys()].filter((name) => before.has(name));
  const all = (times: Times) => names.flatMap((name) => times.get(name) ?? []);
  say(title);
  console.table(
    Object.fromEntries([
      ...names.map((name) => row(name, before.get(name) ?? [], after.get(name) ?? [])),
      row("all", all(before), all(after)),
    ]),
  );
}

/** Memory of the workerd processes of this one, in MB. */
function memory(): number {
  const table = execFileSync("ps", ["-eo", "ppid=,rss=,comm="], { encoding: "utf8" });
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, , name = ""]) => Number(parent) === process.pid && name.startsWith("workerd"))
    .reduce((sum, [, size]) => sum + Number(size) / 1024, 0);
}

async function leak(edge: Edge, signIns: Calls, rate: number, minutes: number): Promise<void> {
  const sizes: number[] = [];
  for (let minute = 0; minute <= minutes; minute += 1) {
    // An access token lives ten minutes.
    const calls = everydayCalls(edge, await edge.signIn(administrator));
    await Promise.all([loaded(calls, rate, 60), loaded(signIns, 1, 60)]);
    sizes.push(Math.round(memory()));
  }
  const half = Math.floor(sizes.length / 2);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  console.table({
    "calls a second": Number(rate.toFixed(0)),
    minutes,
    "memory after the first, MB": sizes[0],
    "in the first half, MB": Math.round(mean(sizes.slice(0, half))),
    "in the second half, MB": Math.round(mean(sizes.slice(half))),
    "at the end, MB": sizes.at(-1),
  });
}

const edge = await startEdge();
try {
  const session = await edge.signIn(administrator);
  const calls = everydayCalls(edge, session);
  await unloaded(calls, 120);
  const alone = await unloaded(calls);
  const capacity = await capacityOf(calls, 32, 10);
  say(`Capacity: ${capacity.toFixed(0)} calls a second.`);
  report("At 70 % of it", alone, await loaded(calls, capacity * 0.7, 20));

  const people = await Promise.all(Array.from({ length: 20 }, () => newcomer(edge)));
  let next = 0;
  const signIns: Calls = {
    "sign in": () => {
      const { email, password } = people[next++ % people.length] as (typeof people)[number];
      return callerOf(edge).call("/token?grant_type=password", { email, password });
    },
  };
  await unloaded(signIns, 5);
  const aloneSignIns = await unloaded(signIns, 40);
  const signInCapacity = await capacityOf(signIns, 8, 10);
  say(`Sign-ins: ${signInCapacity.toFixed(1)} a second.`);
  const times: Times = new Map();
  await Promise.all([
    loaded(signIns, signInCapacity * 1.5, 15, times),
    loaded(calls, capacity * 0.1, 15, times),
  ]);
  report("While half as many again sign in as can", new Map([...alone, ...aloneSignIns]), times);
  if (refused.size > 0) console.table(Object.fromEntries(refused));
  refused.clear();

  await leak(edge, signIns, capacity * 0.25, Number(process.env.LEAK_MINUTES ?? 30));
  if (refused.size > 0) console.table(Object.fromEntries(refused));
} finally {
  await edge.close();
}
