import { expect, test } from "vitest";
import { labelSettingsForm, labelSettingsFrom, mediaOfForm, printerChoiceForm } from "./forms.ts";
import { defaultMedia } from "./label.ts";
import { fileLanguage, mediaFor } from "./settings.ts";

test("a workstation's settings fall back whatever its cookie holds, and stay small", () => {
  const none = { printer: undefined, driver: undefined, language: undefined };
  const usual = { ...none, media: defaultMedia, profiles: {}, languages: {}, chosen: {} };
  const wrong = { darkness: 31, speed: 0, topMm: 11, isTurned: "x" };
  for (const raw of [
    ...[null, undefined, "x", 7, [], {}, { media: { tuning: wrong } }],
    { media: "wide", language: "PCL", printer: "p".repeat(300), languages: [] },
  ])
    expect(labelSettingsFrom(raw)).toEqual(usual);
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`Printer ${index}`, "ZPL"]));
  expect(Object.keys(labelSettingsFrom({ languages: many }).languages)).toHaveLength(10);
});

test("settings are the printer's own where it has some, else those of every other one [labels#tuning]", () => {
  const dock = { ...defaultMedia, tuning: { darkness: 20, speed: 3, topMm: -1.5, isTurned: true } };
  const settings = {
    media: { widthMm: 40, heightMm: 28, gapMm: 2, dotsPerMm: 12 as const },
    profiles: { Dock: dock },
    ...{ language: "EPL" as const, printer: "Bench 1", driver: "ZDesigner GK420d (EPL)" },
    languages: { "Bench 1": "ZPL" as const },
    chosen: { "Bench 1": "ZPL" as const },
  };
  expect(labelSettingsFrom(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  expect(mediaFor({ ...settings, printer: "Dock" })).toBe(dock);
  expect(mediaFor(settings)).toBe(settings.media);
  expect(mediaFor(settings, "Dock")).toBe(dock);
});

test("files are in the language that is set, else the printer's, else ZPL [labels#language]", () => {
  const usual = labelSettingsFrom({});
  const lp = "ZDesigner LP 2844";
  const epl = [{ printer: lp }, { printer: "Bench 1", driver: "ZDesigner GK420d (EPL)" }];
  const overridden = { printer: lp, languages: { [lp]: "ZPL" as const } };
  const zpl = [{}, { printer: "Bench 1" }, overridden, { printer: lp, language: "ZPL" as const }];
  const languages = [...epl, ...zpl].map((chosen) => fileLanguage({ ...usual, ...chosen }));
  expect(languages).toEqual(["EPL", "EPL", "ZPL", "ZPL", "ZPL", "ZPL"]);
});

test("the settings form takes what a printer of its language takes, and names every field that is wrong", () => {
  const typed = { widthMm: "57", heightMm: "32", gapMm: "3", dotsPerMm: "8" };
  const wrong = (over: Record<string, string>, language: "ZPL" | "EPL" = "ZPL") =>
    labelSettingsForm(language)
      .safeParse({ ...typed, ...over })
      .error?.issues.map(({ path }) => path[0]);
  const media = (over: Record<string, string>) =>
    mediaOfForm(labelSettingsForm("ZPL").parse({ ...typed, ...over }));
  expect(media({ widthMm: " 57.5 " })).toEqual({ widthMm: 57.5, heightMm: 32, gapMm: 3, dotsPerMm: 8 });
  expect(media({ darkness: "7", isTurned: "turned" }).tuning).toEqual({ darkness: 7, isTurned: true });
  const trackings = ["gap", "mark", "printer"].map((tracking) => media({ tracking }).tuning?.tracking);
  expect(trackings).toEqual([undefined, "mark", "printer"]);

  const fields = { heightMm: "wide", gapMm: "-1", dotsPerMm: "9", language: "PCL" };
  expect(wrong({ ...fields, widthMm: "5" })).toEqual(["widthMm", ...Object.keys(fields)]);
  expect(wrong({ widthMm: "500", gapMm: "" })).toEqual(["widthMm", "gapMm"]);
  expect(wrong({ language: "EPL" })).toBeUndefined();
  expect(wrong({ darkness: "30", speed: "14", topMm: "-10" })).toBeUndefined();
  expect(wrong({ darkness: "15", speed: "1", topMm: "1.5" }, "EPL")).toBeUndefined();
  expect(wrong({ darkness: "16", speed: "7", topMm: "10.1" }, "EPL")).toEqual(["darkness", "speed", "topMm"]);
  expect(wrong({ darkness: "31", speed: "1", topMm: "up" })).toEqual(["darkness", "speed", "topMm"]);
});

test("a picked printer comes with languages as JSON", () => {
  const languages = (text: string) =>
    printerChoiceForm.safeParse({ printer: "A", language: "ZPL", languages: text }).data;
  expect(languages('{"A":"EPL"}')).toEqual({ printer: "A", language: "ZPL", languages: { A: "EPL" } });
  expect(["{", '"x"', '{"A":"PCL"}'].map(languages)).toEqual([undefined, undefined, undefined]);
});
