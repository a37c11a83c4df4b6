import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { hearOut, type ReadBody, readBody } from "./body.server.ts";

let server: Server;
let socket: Socket;
afterEach(() => {
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** A server that reads one body, of at most 1,000 bytes, and somebody who writes to it and hears its answer. */
async function reading(patienceMs: number) {
  const read = new Promise<ReadBody>((resolve, reject) => {
    server = createServer((request, response) => {
      readBody(request, 1_000, patienceMs).then((body) => {
        resolve(body);
        response.shouldKeepAlive = false;
        response.write("why" in body ? body.why : String(body.bytes.length));
        return hearOut(request).then(() => response.end());
      }, reject);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  socket = connect(address.port, "127.0.0.1");
  await once(socket, "connect");
  // Being cut off shows at the sender's end as a reset, too.
  socket.on("error", () => undefined);
  const answered = new Promise<string>((resolve) => {
    socket.once("data", (chunk) => resolve(String(chunk)));
  });
  return { read, answered };
}

const head = (headers: string) => `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;
const patient = 60_000;

test("a body that fits is handed over whole, in however many pieces it comes", async () => {
  const { read, answered } = await reading(patient);
  socket.write(`${head("Content-Length: 5")}he`);
  socket.write("llo");
  expect(await read).toEqual({ bytes: new Uint8Array(Buffer.from("hello")) });
  expect(await answered).toContain("5");
});

test("one that says it is too large is refused before it comes", async () => {
  const { read, answered } = await reading(patient);
  socket.write(head("Content-Length: 157286400"));
  expect(await read).toEqual({ why: "tooLarge" });
  expect(await answered).toContain("tooLarge");
});

test("one that does not say so is refused once it is, and its sender hears of it while sending", async () => {
  const { read, answered } = await reading(patient);
  socket.write(`${head("Transfer-Encoding: chunked")}400\r\n${"x".repeat(1024)}\r\n`);
  expect(await read).toEqual({ why: "tooLarge" });
  expect(await answered).toContain("tooLarge");
});

test("one without an end is cut off", async () => {
  await reading(patient);
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
  socket.write(head("Content-Length: 99999999999"));
  const piece = Buffer.alloc(1024 * 1024);
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
  await closed;
});

test("one that does not come in time is refused", async () => {
  const { read, answered } = await reading(1);
  socket.write(`${head("Content-Length: 5")}he`);
  expect(await read).toEqual({ why: "tooSlow" });
  expect(await answered).toContain("tooSlow");
});

test("one whose sender goes away is nobody's", async () => {
  const { read } = await reading(patient);
  socket.write(`${head("Content-Length: 5")}he`);
  await once(server, "request");
  socket.destroy();
  expect(await read).toEqual({ why: "gone" });
});
