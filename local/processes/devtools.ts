type DevToolsParameters = Record<string, unknown>;
type DevToolsMessage = {
  id?: number;
  method?: string;
  params?: DevToolsParameters;
  result?: unknown;
  error?: { message: string };
  sessionId?: string;
};

/** Connects to a browser or workerd by the DevTools protocol, at the address that it has printed. */
export async function connectDevTools(address: string | URL) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error(`Nothing answers at ${address}.`)), {
      once: true,
    });
  });
  const pendingCalls = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Set<(message: DevToolsMessage) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as DevToolsMessage;
    if (message.id === undefined) {
      for (const listener of listeners) listener(message);
      return;
    }
    const call = pendingCalls.get(message.id);
    pendingCalls.delete(message.id);
    if (message.error) call?.reject(new Error(message.error.message));
    else call?.resolve(message.result);
  });
  const closedError = () => new Error("The connection is closed.");
  // Calls to a closed target never get an answer.
  const close = () => {
    for (const call of pendingCalls.values()) call.reject(closedError());
    socket.close();
  };
  let lastId = 0;
  return {
    /** Calls a method, of one target's session or of the browser. @throws Error with the browser's message */
    send<Result = unknown>(
      method: string,
      params: DevToolsParameters = {},
      sessionId?: string,
    ): Promise<Result> {
      lastId += 1;
      const call = Promise.withResolvers<unknown>();
      pendingCalls.set(lastId, call);
      if (socket.readyState !== WebSocket.OPEN) call.reject(closedError());
      socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId && { sessionId }) }));
      return call.promise as Promise<Result>;
    },
    /** Calls the listener for each later event of that name, with the session of the event. */
    on<Event>(method: string, listener: (params: Event, sessionId: string) => void): void {
      listeners.add((message) => {
        if (message.method === method) listener(message.params as Event, message.sessionId ?? "");
      });
    },
    close,
  };
}
