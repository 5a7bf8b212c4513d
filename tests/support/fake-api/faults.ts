type Pattern = string | RegExp;

type Fault = {
  pattern: Pattern;
  /** Matching requests that still pass before the fault applies. */
  skip: number;
  /** Requests that the fault applies to. */
  times: number;
  apply: (execute: () => Promise<Response>, signal: AbortSignal) => Promise<Response>;
};

type FaultOptions = { skip?: number; times?: number };

/** The fate of a request: it passes, the edge rejects it with 503, or the request or its answer is lost. */
export type Fate = "pass" | "refuse" | "loseRequest" | "loseAnswer";

/** A request that reached the fake API. `call` is the method and the address, for example `GET /api/profile`. */
export type Call = { call: string; body: string; headers: Headers };

const matches = (pattern: Pattern, call: string) =>
  typeof pattern === "string" ? call.includes(pattern) : pattern.test(call);

const networkError = () => new TypeError("Failed to fetch");

const toAbortion = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });

/**
 * Creates the faults of a fake API. A pattern is a part of, or an expression for, `METHOD /path?query`.
 * If several faults match a request, the latest applies.
 */
export function createFaults() {
  let faults: Fault[] = [];
  const add = (
    pattern: Pattern,
    { skip = 0, times = Number.POSITIVE_INFINITY }: FaultOptions,
    apply: Fault["apply"],
  ) => {
    const fault: Fault = { pattern, skip, times, apply };
    faults = [fault, ...faults];
    return {
      /** Ends the fault. */
      end: () => {
        faults = faults.filter((active) => active !== fault);
      },
    };
  };
  const find = (call: string) =>
    faults.find((fault) => {
      if (!matches(fault.pattern, call) || fault.times === 0) return false;
      if (fault.skip > 0) {
        fault.skip -= 1;
        return false;
      }
      fault.times -= 1;
      return true;
    });

  /** Keeps matching requests waiting until `release`. With `isExecuted` only their answers wait. */
  const addGate = (pattern: Pattern, options: FaultOptions, isExecuted: boolean) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { end } = add(pattern, options, async (execute, signal) => {
      const response = isExecuted ? await execute() : null;
      await Promise.race([promise, toAbortion(signal)]);
      return response ?? execute();
    });
    return {
      /** Lets the waiting requests, and all later ones, pass. */
      release() {
        end();
        resolve();
      },
    };
  };
  const decide = (pattern: Pattern, decideFate: () => Promise<Fate> | Fate, options: FaultOptions = {}) =>
    add(pattern, options, async (execute, signal) => {
      const fate = await Promise.race([decideFate(), toAbortion(signal)]);
      if (fate === "refuse") return new Response("", { status: 503 });
      if (fate === "loseRequest") throw networkError();
      const response = await execute();
      if (fate === "loseAnswer") throw networkError();
      return response;
    });

  return {
    /** Keeps matching requests waiting, unexecuted, until `release`. */
    hold: (pattern: Pattern, options: FaultOptions = {}) => addGate(pattern, options, false),
    /** Executes matching requests and keeps their answers waiting until `release`. */
    holdAnswer: (pattern: Pattern, options: FaultOptions = {}) => addGate(pattern, options, true),
    /** Keeps each matching request waiting until the function returns its fate. */
    decide,
    /** Answers matching requests with an error, without executing them. Without `code` the body is empty. */
    fail(
      pattern: Pattern,
      {
        status = 503,
        code,
        retryAfterSeconds,
        ...options
      }: FaultOptions & { status?: number; code?: string; retryAfterSeconds?: number } = {},
    ) {
      const body = {
        type: "about:blank",
        title: "",
        status,
        code,
        message: "",
        request_id: crypto.randomUUID(),
      };
      return add(pattern, options, async () => {
        const headers = new Headers({ "Content-Type": "application/problem+json" });
        if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
        return new Response(code ? JSON.stringify(body) : "", { status, headers });
      });
    },
    /** Answers matching requests with another response, as a network's sign-in page does, without executing them. */
    replace(
      pattern: Pattern,
      createResponse: () => Response | Promise<Response>,
      options: FaultOptions = {},
    ) {
      return add(pattern, options, async () => createResponse());
    },
    /** Executes matching requests and loses their answers. */
    dropAnswer: (pattern: Pattern, options?: FaultOptions) => decide(pattern, () => "loseAnswer", options),
    /** Loses matching requests before they arrive. */
    dropRequest: (pattern: Pattern, options?: FaultOptions) => decide(pattern, () => "loseRequest", options),
    /** Sends the first half of the bodies of matching answers, and nothing more until `breakOff`. */
    splitBody(pattern: Pattern) {
      const remainder = Promise.withResolvers<never>();
      add(pattern, {}, async (execute, signal) => {
        const response = await execute();
        const bytes = new Uint8Array(await response.arrayBuffer());
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
            Promise.race([remainder.promise, toAbortion(signal)]).catch((error) => controller.error(error));
          },
        });
        return new Response(body, response);
      });
      /** Breaks the connection off. */
      return { breakOff: () => remainder.reject(networkError()) };
    },
    /** Executes a request as the active faults allow. */
    async run(call: string, execute: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
      signal.throwIfAborted();
      const fault = find(call);
      const response = await (fault ? fault.apply(execute, signal) : execute());
      signal.throwIfAborted();
      return response;
    },
    networkError,
  };
}
