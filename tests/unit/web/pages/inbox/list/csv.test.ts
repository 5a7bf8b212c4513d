import { describe, expect, test } from "vitest";
import { createRecordCounter, fileNameOf, receive } from "#web/pages/inbox/list/csv.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("an export that arrives in parts", () => {
  const csv = '\ufeffname,message\r\nAna,"two\r\nlines, and ""quotes"""\r\nJosé,\r\n';

  test("counts its records, with a part ending anywhere", () => {
    for (let at = 0; at <= bytes(csv).length; at += 1) {
      const count = createRecordCounter();
      count(bytes(csv).subarray(0, at));
      expect(count(bytes(csv).subarray(at))).toBe(2);
    }
  });

  test("is stored byte by byte", async () => {
    const heard: number[] = [];
    const file = await receive(new Response(csv), (count) => heard.push(count));
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes(csv));
    expect(heard.at(-1)).toBe(2);
  });

  test("fails when it breaks off, without a shorter file", async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes(csv));
        controller.error(new TypeError("network error"));
      },
    });
    await expect(receive(new Response(broken), () => {})).rejects.toThrow("network error");
  });

  test("fails when a break at any byte looks like the end", async () => {
    for (const at of [0, 1, 20, bytes(csv).length - 1]) {
      const shorter = new Response(bytes(csv).subarray(0, at));
      await expect(receive(shorter, () => {})).rejects.toMatchObject({ code: "unreachable" });
    }
    const byByte = new ReadableStream({
      start(controller) {
        for (const byte of bytes(csv)) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect((await receive(new Response(byByte), () => {})).size).toBe(bytes(csv).length);
  });
});

test("takes the file name from the edge", () => {
  const named = new Response("", {
    headers: { "Content-Disposition": 'attachment; filename="mensajes-2026.csv"' },
  });
  expect(fileNameOf(named, "x.csv")).toBe("mensajes-2026.csv");
  expect(fileNameOf(new Response(""), "x.csv")).toBe("x.csv");
});
