import { mkdir, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join, relative } from "node:path";

const listenOn = (path: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });

const isAnswered = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/**
 * Locks a folder for this process and returns the function that releases it. The lock is a listening socket, which the
 * operating system closes with its process: a killed process leaves no lock behind. Throws an Error in words when
 * another process holds the folder.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  // A socket path has 107 bytes at most: the shorter of the relative and the absolute path is used.
  const absolute = join(directory, "process.sock");
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  const lock = async () => {
    try {
      return await listenOn(path);
    } catch (error) {
      if (!hasCode(error, "EADDRINUSE")) throw error;
      if (await isAnswered(path)) {
        throw new Error(`Another process uses ${directory}. Stop it, or choose another folder for this one.`);
      }
      await rm(path, { force: true });
      return listenOn(path);
    }
  };
  const server = await lock();
  return () => new Promise((resolve) => server.close(() => resolve()));
}
