import { type Env, readEnv } from "./readEnv.server.ts";

function envOrExit(): Env {
  try {
    return readEnv(process.env);
  } catch (problem) {
    // A stack trace would hide the message for the operator.
    process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
    process.stderr.write("`.env.example` lists every name; `npm run demo` starts without any.\n");
    process.exit(1);
  }
}

export const env = envOrExit();
