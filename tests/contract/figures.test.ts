import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { collectDefaultMetrics, Registry } from "prom-client";
import { describe, expect, test } from "vitest";
// Whatever counts registers its figures by being loaded.
import "#app/core/audit/metrics.server.ts";
import { registry as ofPortal } from "#app/core/metrics.server.ts";
import { registry as ofPlatform, watchDatabase } from "#platform/metrics.ts";
import { repository } from "#tests/support/processes.ts";

const deploy = join(repository, "deploy");
const read = (path: string) => readFileSync(join(deploy, path), "utf8");

const connections = () => ({ open: 0, idle: 0, waiting: 0 });
watchDatabase({ executeSql: async () => ({ rows: [] }), connections });
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

const served = [ofPortal, ofPlatform, ofProcess]
  .flatMap((registry) => registry.getMetricsAsArray())
  .flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]);

const namesIn = (expression: string): string[] =>
  expression.match(/\b(portal|platform|process|nodejs)_\w+/g) ?? [];

const alertsText = read("prometheus/alerts.yaml");
const alerts = alertsText.split(/^ +- alert: /m).slice(1);

describe("alerts", () => {
  test.each(alerts.map((text) => [text.split("\n")[0] ?? "", text]))(
    "%s rests on figures that exist, and says why and what to do",
    (_name, text) => {
      const expression = /expr:([\s\S]+?)\n +(for|labels):/.exec(text)?.[1] ?? "";
      expect(expression.trim()).not.toBe("");
      expect(served).toEqual(expect.arrayContaining(namesIn(expression)));
      expect(text).toMatch(/severity: (page|day) /);
      expect(text).toMatch(/why: .{20}/);
      const anchor = /runbook: docs\/operate\.md#([\w-]+)/.exec(text)?.[1];
      expect(readFileSync(join(repository, "docs/operate.md"), "utf8")).toContain(`<a id="${anchor}"></a>`);
    },
  );
  test("there are some", () => expect(alerts.length).toBeGreaterThan(10));

  test.each([
    ["portal_sign_ins_total", ["done", "failed"]],
    ["portal_actions_total", ["unknown"]],
    ["platform_edi_files_total", ["quarantined", "failed"]],
  ])("the first of %s counts: a nought stands before it", async (name, outcomes) => {
    const figures = [await ofPortal.metrics(), await ofPlatform.metrics()].join("\n");
    for (const outcome of outcomes)
      expect(figures).toMatch(new RegExp(`^${name}\\{(kind="action",)?outcome="${outcome}"\\} 0$`, "m"));
  });
});

describe("dashboards", () => {
  const files = readdirSync(join(deploy, "grafana"));
  test.each(files)("%s shows figures that exist", (file) => {
    const text = read(join("grafana", file));
    const shown = [...text.matchAll(/"expr": "((?:[^"\\]|\\.)+)"/g)].flatMap(([, expression = ""]) =>
      namesIn(expression),
    );
    expect(shown.length).toBeGreaterThan(5);
    expect(served).toEqual(expect.arrayContaining(shown));
  });

  test("together they show every figure of our own", () => {
    const all = files.map((file) => read(join("grafana", file))).join("\n") + alertsText;
    const unseen = [ofPortal, ofPlatform]
      .flatMap((registry) => registry.getMetricsAsArray())
      .filter(({ name }) => !all.includes(name));
    expect(unseen.map(({ name }) => name)).toEqual([]);
  });
});
