import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEdge } from "../support/edge.ts";
import { startLogSink } from "../support/log-sink.ts";
import { startScheduled } from "../support/scheduled.ts";
import { startForSuite } from "../support/suite.ts";

let sink: Awaited<ReturnType<typeof startLogSink>>;
beforeEach(async () => {
  sink = await startLogSink();
});
afterEach(() => sink.close());

const listRequestLines = () => sink.lines().filter(({ request_id }) => request_id !== undefined);
const createSettings = (format = "ndjson") => ({
  LOG_SINK_URL: sink.url,
  LOG_SINK_TOKEN: "sink-token",
  LOG_SINK_FORMAT: format,
});

/** The time for which the edge gathers lines after an answer, in milliseconds. */
const gatheringMs = 500;

describe("the API", () => {
  const edge = startForSuite(startEdge);

  const getRequestId = async (path: string) => (await edge.fetch(path)).headers.get("X-Request-Id");
  const holdClock = <Value>(work: () => Promise<Value>) => edge.holdClock(work);
  /** Polls `look` while the edge gathers lines. */
  const expectArrival = <Value>(look: () => Value | Promise<Value>) =>
    expect.poll(async () => {
      await edge.advanceClock(gatheringMs);
      return look();
    });

  test("sends one line per request, with the id of its answer, authorized by the token", () =>
    holdClock(async () => {
      await edge.redeploy(createSettings());
      const ids: (string | null)[] = [];
      for (const path of ["/api/contact/form-stamp?a=b", "/api/no-such", "/api/submissions/7?secret=1"])
        ids.push(await getRequestId(path));
      await expectArrival(() => listRequestLines().length).toBe(3);
      expect(listRequestLines().map(({ request_id }) => request_id)).toEqual(ids);
      expect(listRequestLines()[0]).toEqual({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        request_id: ids[0],
        method: "GET",
        route: "/api/contact/form-stamp",
        status: 200,
        milliseconds: expect.any(Number),
      });
      expect(listRequestLines().map(({ status }) => status)).toEqual([200, 404, 401]);
      expect(listRequestLines()[2]).toMatchObject({
        route: "/api/submissions/:id",
        problem: "unauthenticated",
      });
      for (const { token } of sink.posts) expect(token).toBe("Bearer sink-token");
    }));

  test("sends the same lines as OpenTelemetry logs when configured", () =>
    holdClock(async () => {
      await edge.redeploy(createSettings("otlp"));
      const id = await getRequestId("/api/contact/form-stamp");
      await expectArrival(() => sink.posts.length).toBe(1);
      const [{ type, body } = { type: "", body: "{}" }] = sink.posts;
      expect(type).toBe("application/json");
      const [resource] = JSON.parse(body).resourceLogs;
      expect(resource.resource.attributes).toEqual([
        { key: "service.name", value: { stringValue: "vitrina" } },
      ]);
      expect(resource.scopeLogs[0].logRecords).toEqual([
        {
          timeUnixNano: expect.stringMatching(/^\d{19}$/),
          severityNumber: 9,
          severityText: "INFO",
          body: { stringValue: expect.stringContaining(String(id)) },
          attributes: expect.arrayContaining([
            { key: "request_id", value: { stringValue: id } },
            { key: "status", value: { intValue: "200" } },
          ]),
        },
      ]);
    }));

  test.each(["refusing", "silent"] as const)(
    "answers normally while the sink is %s, and later reports how many lines are lost",
    (weather) =>
      holdClock(async () => {
        await edge.redeploy(createSettings());
        sink.set(weather);
        const response = await edge.fetch("/api/contact/form-stamp");
        expect(response.status).toBe(200);
        await expectArrival(() => sink.refused()).toBe(1);
        sink.set("fine");
        // A few rounds of gathering also exceed the timeout of a silent sink.
        await expectArrival(async () => {
          await getRequestId("/api/no-such");
          return sink.lines().find(({ event }) => event === "lines_lost");
        }).toMatchObject({ lines_lost: 1 });
      }),
  );
});

describe("the scheduled Worker", () => {
  const scheduled = startForSuite(startScheduled);

  test("sends its lines too", async () => {
    await scheduled.redeploy({ LOG_SINK_URL: sink.url });
    await scheduled.fire();
    await expect.poll(() => sink.lines().map(({ event }) => event)).toContain("purged");
  });
});
