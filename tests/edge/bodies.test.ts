import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bodyTimeoutMs } from "#functions/kernel/http/body.ts";
import { startEdge } from "../support/edge.ts";
import { json, readProblem } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

const message = { name: "José Núñez", email: "jose@cliente.example" };
const send = (body: BodyInit, headers: Record<string, string> = {}, path = "/api/contact") =>
  edge.fetch(path, { ...json(null, headers), body });
const listStored = () => edge.database.asOwner("select name from contact_submissions");

describe("a body", () => {
  test.each<[string, BodyInit, Record<string, string>]>([
    [
      "in Latin-1, as declared",
      Buffer.from(JSON.stringify(message), "latin1"),
      { "Content-Type": "application/json; charset=ISO-8859-1" },
    ],
    [
      "in UTF-16, as declared",
      Buffer.from(JSON.stringify(message), "utf16le"),
      { "Content-Type": 'application/json;charset="utf-16"' },
    ],
    [
      "in ASCII, declared as Latin-1",
      JSON.stringify({ ...message, name: "Jose" }),
      { "Content-Type": "application/json; charset=latin1" },
    ],
    [
      "of a form in Latin-1, as declared",
      "name=Jos%E9&email=jose@cliente.example",
      { "Content-Type": "application/x-www-form-urlencoded; charset=windows-1252" },
    ],
    ["that is compressed", gzipSync(JSON.stringify(message)), { "Content-Encoding": "gzip" }],
  ])("%s is rejected", async (_, body, headers) => {
    expect(await readProblem(await send(body, headers))).toEqual([415, "unsupported_media_type"]);
    expect(await listStored()).toEqual([]);
  });

  test("in another encoding than declared is rejected", async () => {
    const latin1 = Buffer.from(JSON.stringify(message), "latin1");
    expect(await readProblem(await send(latin1))).toEqual([400, "malformed_request"]);
  });

  test.each(["application/json; charset=UTF-8", 'application/json;charset="utf8"', "Application/JSON ; x=y"])(
    "of the type %s is accepted",
    async (type) => {
      const response = await send(JSON.stringify(message), {
        "Content-Type": type,
        "Content-Encoding": "identity",
      });
      expect(response.status).toBe(201);
    },
  );

  test.each(["/api/contact", "/api/auth/token?grant_type=password"])(
    "nested deeper than 32 levels is not parsed (%s)",
    async (path) => {
      const nestArrays = (levels: number) => `{"x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
      expect((await send(nestArrays(33), {}, path)).status).toBe(400);
      expect((await send("[".repeat(65_000), {}, path)).status).toBe(400);
      expect((await send(nestArrays(32), {}, path)).status).toBe(path === "/api/contact" ? 422 : 400);
      expect(await (await send(nestArrays(32), {}, path)).text()).not.toMatch(/malformed_request|bad_json/);
    },
  );
});

/** Sends the head of a request and a part of its body; resolves with the answer. */
async function sendPart(path: string): Promise<string> {
  const port = await edge.port();
  return new Promise((resolve) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: vitrina.example\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"a":"`;
    const socket = connect(port, "127.0.0.1", () => socket.write(head));
    let answer = "";
    const end = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on("data", (chunk) => {
      answer += chunk;
      if (answer.includes("}")) end();
    });
    socket.on("error", () => {}).on("close", end);
  });
}

test.each([
  ["/api/contact", "code"],
  ["/api/auth/token?grant_type=password", "error_code"],
])("rejects a body that does not arrive in time (%s)", async (path, code) => {
  const answers: string[] = [];
  await edge.holdClock(async () => {
    void sendPart(path).then((answer) => answers.push(answer));
    // The edge does not show when it begins to read.
    await expect
      .poll(async () => {
        await edge.advanceClock(bodyTimeoutMs);
        return answers;
      })
      .toHaveLength(1);
  });
  expect(answers[0]).toMatch(new RegExp(`^HTTP/1.1 408 .*"${code}":"request_timeout"`, "s"));
});
