import { pathToFileURL } from "node:url";
import { fileInRepository } from "./processes.mjs";

// Serves the build, and stores records in `.data/` of the working directory.
const build = await import(pathToFileURL(fileInRepository("build/server/index.js")).href);
await build.entry.module.startServer(build, fileInRepository("build/client"));
