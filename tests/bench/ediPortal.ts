import { request } from "undici";
import { z } from "zod";
import { getInterchanges } from "#contract/ediPartner.ts";
import { hostile } from "#edifact/bench/hostile.ts";
import { apiToken } from "../support/apiToken.ts";
import { longOrderFile } from "../support/ediFiles.ts";
import { startPortalOnPlatform } from "../support/portalOnPlatform.ts";
import { resetLoop, watchedLoop } from "./loop.ts";
import type { Line } from "./table.ts";

/** The longest pause that a page of a file may cause, in milliseconds. */
const mostPause = 50;

/** Characters of a text that the portal reads in its own thread: almost as many as it does. */
const shortText = 32_000;

const short = (name: string) => () => {
  const file = hostile[name]?.() ?? "";
  return typeof file === "string" ? file.slice(0, shortText) : file.subarray(0, shortText);
};

const files: Readonly<Record<string, () => string | Uint8Array>> = {
  // The first compiles what all others use.
  "an order of 32 kB": () => longOrderFile(700).slice(0, shortText),
  ...Object.fromEntries(
    [
      "headers of a level with line breaks",
      "UNH and BGM in lines",
      "element separators",
      "whole interchanges",
      "segments of one letter",
    ].map((name) => [`32 kB of ${name}`, short(name)]),
  ),
  "an order of 10 MB": () => longOrderFile(250_000),
};

const listed = z.object({ items: z.array(z.object({ id: z.string() })) });

/** The portal's own pauses while pages of interchanges are shown that are as long as it reads itself, and longer. */
export async function measurePortal(): Promise<Line[]> {
  const { portal, platformUrl, signedIn, stop } = await startPortalOnPlatform(watchedLoop);
  try {
    const visitor = await signedIn("admin");
    const authorization = `Bearer ${await apiToken(platformUrl, portal.url, "admin@utopia.example")}`;
    const lines: Line[] = [];
    for (const [what, make] of [...Object.entries(files).slice(0, 1), ...Object.entries(files)]) {
      const { statusCode, body } = await request(`${platformUrl}${getInterchanges.path}?name=bench.edi`, {
        method: "POST",
        headers: { authorization, "content-type": "application/edifact" },
        body: Buffer.from(make()),
      });
      const answer = await body.text();
      if (statusCode !== 201) throw new Error(`Taking in ${what} answered ${statusCode}: ${answer}`);
      const [first] = listed.parse(JSON.parse(answer)).items;
      const id = encodeURIComponent(first?.id ?? "");
      await resetLoop(portal);
      const from = performance.now();
      for (const page of [
        `/edi/myer/interchanges/${id}/segments`,
        `/edi/myer/interchanges/${id}?tab=messages`,
        `/store/MYR/interchanges/${id}`,
      ]) {
        const { status } = await visitor.get(page);
        if (status !== 200) throw new Error(`${page} answered ${status}`);
      }
      const took = performance.now() - from;
      const { blocked } = await resetLoop(portal);
      lines.push({
        what: `Portal: pages of ${what}`,
        target: `≤ ${mostPause} ms`,
        measured: `pause ${Math.round(blocked)} ms, three pages in ${(took / 1000).toFixed(1)} s`,
        holds: blocked <= mostPause,
      });
      process.stderr.write(`${lines.at(-1)?.what}: ${lines.at(-1)?.measured}\n`);
    }
    return lines.slice(1);
  } finally {
    await stop();
  }
}
