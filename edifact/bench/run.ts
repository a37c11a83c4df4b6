import { measureEdifact } from "./measure.ts";

const only = process.argv[2] ?? "";

for (const { what, target, measured, holds } of await measureEdifact(only)) {
  process.stdout.write(
    `${holds === false ? "✗" : " "} ${what.padEnd(64)} ${target.padEnd(10)} ${measured}\n`,
  );
}
