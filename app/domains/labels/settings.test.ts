import { expect, test } from "vitest";
import { readForm } from "#app/core/http/forms/read.ts";
import { labelSettingsForm, labelSettingsFrom } from "./forms.ts";
import { defaultMedia } from "./label.ts";
import { choosePrinter, readLabelSettings } from "./settings.server.ts";
import { fileLanguage, mediaFor, proofsOf } from "./settings.ts";

const usual = { media: defaultMedia, printers: {} };

test("a workstation's settings are the usual ones where its cookie holds anything else", () => {
  for (const raw of [
    ...[null, undefined, "x", 7, [], {}, { ...usual, media: { ...defaultMedia, widthMm: 105 } }],
    ...[{ darkness: "1" }, { speed: null }, { isTurned: "x" }].map((tuning) => ({
      ...{ ...usual, media: { ...defaultMedia, tuning } },
    })),
    ...[{ media: "wide" }, { language: "PCL" }, { printers: [] }].map((wrong) => ({ ...usual, ...wrong })),
  ])
    expect(labelSettingsFrom(raw)).toEqual(usual);
});

test("settings are the printer's own where it has some, else those of every other one [labels#tuning]", () => {
  const dock = { ...defaultMedia, tuning: { darkness: 20, speed: 3, topMm: -1.5, isTurned: true } };
  const settings = {
    media: { widthMm: 40, heightMm: 28, gapMm: 2, dotsPerMm: 12 as const },
    ...{ language: "EPL" as const, printer: "Bench 1" },
    printers: { Dock: { media: dock }, "Bench 1": { language: "ZPL" as const, isSet: true } },
  };
  expect(labelSettingsFrom(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  expect(mediaFor({ ...settings, printer: "Dock" })).toBe(dock);
  expect(mediaFor(settings)).toBe(settings.media);
  expect(mediaFor(settings, "Dock")).toBe(dock);
});

test("files are in the language that is set, else the printer's, else ZPL [labels#language]", () => {
  const lp = "ZDesigner LP 2844";
  const chosen = (language: "ZPL" | "EPL") => ({ printer: lp, printers: { [lp]: { language } } });
  const epl = [{ printer: lp }, chosen("EPL")];
  const zpl = [{}, { printer: "Bench 1" }, chosen("ZPL"), { printer: lp, language: "ZPL" as const }];
  const languages = [...epl, ...zpl].map((settings) => fileLanguage({ ...usual, ...settings }));
  expect(languages).toEqual(["EPL", "EPL", "ZPL", "ZPL", "ZPL", "ZPL"]);
});

test("printers whose test label was scanned back are listed, the latest first [labels#proof]", () => {
  const proof = (at: number) => ({ language: "ZPL" as const, labels: "57 × 32 mm, 203 dpi", at });
  const printers = { Zebra: { proof: proof(1) }, Bench: { media: defaultMedia }, Dock: { proof: proof(2) } };
  expect(proofsOf({ ...usual, printers }).map(({ printer }) => printer)).toEqual(["Dock", "Zebra"]);
});

test("a workstation that has printed on many printers keeps the languages that a person set, and the last printers", async () => {
  const cookies = new Map<string, string>();
  const at = (sent = [...cookies.values()]) =>
    new Request("https://portal.example/", { headers: { Cookie: sent.join("; ") } });
  const choose = async (printer: string, more: Record<string, string> = {}) => {
    const body = new URLSearchParams({ printer, language: "EPL", ...more });
    const request = new Request(at(), { method: "POST", body });
    const answer = await choosePrinter({ request, correlationId: "" });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      cookies.set(pair.split("=")[0] ?? "", pair);
    }
  };
  await choose("Dock", { isSet: "yes" });
  for (let number = 1; number <= 60; number += 1) await choose(`Printer of aisle ${number}`);
  const { printers } = await readLabelSettings(at());
  expect(printers).toMatchObject({ Dock: { isSet: true }, "Printer of aisle 60": { language: "EPL" } });
  expect(printers).not.toHaveProperty("Printer of aisle 1");
  expect(cookies.get("__Host-labelSettings")?.length).toBeLessThan(2_100);

  await choose(" Zebra ");
  const kept = (await readLabelSettings(at())).printers;
  expect(kept, "a blank is part of a name").toHaveProperty([" Zebra "]);
  const elsewhere = [...cookies].map(([name, pair]) => (name === "__Host-workstation" ? "" : pair));
  expect((await readLabelSettings(at(elsewhere))).printers, "at another workstation").toEqual({});
});

test("the settings form takes what a printer of its language takes, and names every field that is wrong", () => {
  const usualMedia = { widthMm: "57", heightMm: "32", gapMm: "3", dotsPerMm: "8" };
  type Typed = { media?: Record<string, string>; tuning?: Record<string, string>; language?: string };
  const read = ({ media, tuning, language = "" }: Typed, of: "ZPL" | "EPL" = "ZPL") => {
    const form = new FormData();
    form.set("language", language);
    for (const [name, text] of Object.entries({ ...usualMedia, ...media })) form.set(`media.${name}`, text);
    for (const [name, text] of Object.entries({ ...tuning })) form.set(`media.tuning.${name}`, text);
    return readForm(form, labelSettingsForm(of));
  };
  const media = (typed: Typed) => {
    const submission = read(typed);
    return submission.status === "success" ? submission.value.media : undefined;
  };
  expect(media({ media: { widthMm: " 57.5 " } })).toEqual({ ...defaultMedia, widthMm: 57.5, tuning: {} });
  const tuning = { darkness: "7", speed: "", isTurned: "turned" };
  expect(media({ tuning })?.tuning).toEqual({ darkness: 7, isTurned: true });
  const trackings = ["", "mark", "printer"].map(
    (tracking) => media({ tuning: { tracking } })?.tuning?.tracking,
  );
  expect(trackings).toEqual([undefined, "mark", "printer"]);

  const wrong = (typed: Typed, of?: "ZPL" | "EPL") =>
    Object.keys(read(typed, of).reply().error ?? {}).map((name) => name.replace(/^media\.(tuning\.)?/, ""));
  const fields = { heightMm: "wide", gapMm: "-1", dotsPerMm: "9" };
  expect(wrong({ media: { ...fields, widthMm: "5" }, language: "PCL" }).toSorted()).toEqual(
    ["widthMm", ...Object.keys(fields), "language"].toSorted(),
  );
  expect(wrong({ media: { widthMm: "500", gapMm: "", heightMm: "32.55" } })).toEqual([
    "widthMm",
    "heightMm",
    "gapMm",
  ]);
  expect(wrong({ language: "EPL" })).toEqual([]);
  expect(wrong({ tuning: { darkness: "30", speed: "14", topMm: "-10" } })).toEqual([]);
  expect(wrong({ tuning: { darkness: "15", speed: "1", topMm: "1.5" } }, "EPL")).toEqual([]);
  const steps = ["darkness", "speed", "topMm"];
  expect(wrong({ tuning: { darkness: "16", speed: "7", topMm: "10.1" } }, "EPL")).toEqual(steps);
  expect(wrong({ tuning: { darkness: "31", speed: "1.5", topMm: "up" } })).toEqual(steps);
});
