import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { satisfies } from "semver";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { repository } from "../support/processes.ts";

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const manifest = z
  .object({ engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(read("package.json")));
const oldest = manifest.engines.node.replace(">=", "");
const current = read(".nvmrc").trim();

/** The last release of each line, and the oldest that is supported. */
const supported = [`${oldest}.0`, "20.20.2", "22.23.0", "24.21.0"];

describe("Node", () => {
  test.each(supported)("%s fits every package: npm warns of none", (at) => {
    const entries = z
      .record(
        z.string(),
        z.object({ engines: z.object({ node: z.string().optional() }).or(z.array(z.string())).optional() }),
      )
      .parse(JSON.parse(read("package-lock.json")).packages);
    const unfit = Object.entries(entries).flatMap(([path, { engines }]) =>
      engines && !Array.isArray(engines) && engines.node && !satisfies(at, engines.node)
        ? [`${path}: ${engines.node}`]
        : [],
    );
    expect(unfit).toEqual([]);
  });

  test("of .nvmrc is the images', and every document's", () => {
    expect(read("Dockerfile")).toContain(`NODE=node:${current}-`);
    expect(read("README.md")).toContain(`Node ${oldest}`);
    expect(read("doctor/machine.ts")).toContain(`leastNode = [${oldest.split(".").join(", ")}]`);
    const others = readdirSync(join(repository, "docs"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => [...read(`docs/${file}`).matchAll(/Node (\d+\.\d+)\b(?= or newer)/g)])
      .filter(([, named]) => named !== oldest);
    expect(others).toEqual([]);
  });
});
