import { pathToFileURL } from "node:url";
import { installGlobals } from "@remix-run/node";
import { fileInRepository } from "./processes.mjs";

// Before the portal's modules, as `remix-serve` does: the first copy of undici in a process carries the requests of all,
// and a newer one refuses those of the sign-in's client.
installGlobals({ nativeFetch: true });

// Serves the build, and stores records in `.data/` of the working directory.
const build = await import(pathToFileURL(fileInRepository("build/server/index.js")).href);
await build.entry.module.startServer(build, fileInRepository("build/client"));
build.entry.module.startPlannedRuns();
