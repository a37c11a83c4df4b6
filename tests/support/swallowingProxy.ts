import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A way to a server on which everything stops, both ways and for new connections too, as on a network that drops packets;
 * or that ends all connections, as a server that stops.
 */
export async function swallowingProxy(to: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  let isEnding = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    if (isSwallowing) socket.pause();
  };
  const forward = (from: Socket, other: Socket) => {
    from.on("data", (bytes) => {
      if (!isSwallowing) other.write(bytes);
    });
    from.on("end", () => other.end()).on("close", () => other.destroy());
  };
  const server = createServer((client) => {
    if (isEnding) {
      client.destroy();
      return;
    }
    const upstream = connect(to);
    for (const socket of [client, upstream]) keep(socket);
    forward(client, upstream);
    forward(upstream, client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy listens on no port");
  return {
    port: address.port,
    swallow() {
      isSwallowing = true;
      for (const socket of sockets) socket.pause();
    },
    end() {
      isEnding = true;
      for (const socket of sockets) socket.destroy();
    },
    forward() {
      isSwallowing = false;
      isEnding = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
