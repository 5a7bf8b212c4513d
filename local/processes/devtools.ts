type Parameters = Record<string, unknown>;
type Message = {
  id?: number;
  method?: string;
  params?: Parameters;
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
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Set<(message: Message) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) {
      for (const listener of listeners) listener(message);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) call?.reject(new Error(message.error.message));
    else call?.resolve(message.result);
  });
  const gone = () => new Error("The connection is closed.");
  // Calls to a closed target never get an answer.
  const close = () => {
    for (const call of waiting.values()) call.reject(gone());
    socket.close();
  };
  let last = 0;
  return {
    /** Calls a method, of one target's session or of the browser. @throws Error with the browser's message */
    send<Result = unknown>(method: string, params: Parameters = {}, sessionId?: string): Promise<Result> {
      last += 1;
      const call = Promise.withResolvers<unknown>();
      waiting.set(last, call);
      if (socket.readyState !== WebSocket.OPEN) call.reject(gone());
      socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }));
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
