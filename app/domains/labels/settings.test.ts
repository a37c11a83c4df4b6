import { describe, expect, test } from "vitest";
import { labelSettingsForm, mediaOfForm, printerChoiceForm } from "./forms.ts";
import { defaultMedia } from "./label.ts";
import { fileLanguage, labelSettingsFrom, mediaFor } from "./settings.ts";

describe("the settings of a workstation", () => {
  test("fall back whatever the cookie holds", () => {
    const chosen = { printer: undefined, driver: undefined };
    const usual = { media: defaultMedia, profiles: {}, language: undefined, ...chosen, languages: {} };
    for (const raw of [
      null,
      undefined,
      "x",
      7,
      [],
      {},
      { media: "wide", language: "PCL", printer: 3, languages: [] },
    ]) {
      expect(labelSettingsFrom(raw)).toEqual(usual);
    }
  });

  test("are read back as they were kept", () => {
    const settings = {
      media: { widthMm: 40, heightMm: 28, gapMm: 2, dotsPerMm: 12 as const },
      profiles: {
        "Dock Zebra": { ...defaultMedia, tuning: { darkness: 20, speed: 3, topMm: -1.5, isTurned: true } },
      },
      language: "EPL" as const,
      printer: "Bench 1",
      driver: "ZDesigner GK420d (EPL)",
      languages: { "Bench 1": "ZPL" as const },
    };
    expect(labelSettingsFrom(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  test("are those of the printer where it has its own, else those of every other", () => {
    const large = { ...defaultMedia, widthMm: 100, heightMm: 50 };
    const settings = { media: defaultMedia, profiles: { Dock: large } };
    expect(mediaFor({ ...settings, printer: "Dock" })).toBe(large);
    expect(mediaFor({ ...settings, printer: "Bench" })).toBe(defaultMedia);
    expect(mediaFor({ ...settings, printer: "Bench" }, "Dock")).toBe(large);
    expect(mediaFor(settings)).toBe(defaultMedia);
    expect(
      labelSettingsFrom({ media: { tuning: { darkness: 31, speed: 0, topMm: 11, isTurned: "x" } } }).media,
    ).toEqual(defaultMedia);
  });

  test("keep the cookie small", () => {
    const languages = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`Printer ${index}`, "ZPL"]),
    );
    expect(Object.keys(labelSettingsFrom({ languages }).languages)).toHaveLength(10);
    expect(labelSettingsFrom({ printer: "p".repeat(300) }).printer).toBeUndefined();
  });

  test("name the language of files: set, of the printer, else ZPL", () => {
    const settings = labelSettingsFrom({});
    expect(fileLanguage(settings)).toBe("ZPL");
    expect(fileLanguage({ ...settings, printer: "ZDesigner LP 2844" })).toBe("EPL");
    expect(fileLanguage({ ...settings, printer: "Bench 1" })).toBe("ZPL");
    expect(fileLanguage({ ...settings, printer: "Bench 1", driver: "ZDesigner GK420d (EPL)" })).toBe("EPL");
    expect(
      fileLanguage({ ...settings, printer: "ZDesigner LP 2844", languages: { "ZDesigner LP 2844": "ZPL" } }),
    ).toBe("ZPL");
    expect(fileLanguage({ ...settings, printer: "ZDesigner LP 2844", language: "ZPL" })).toBe("ZPL");
  });
});

describe("the settings form", () => {
  const typed = { widthMm: "57", heightMm: "32", gapMm: "3", dotsPerMm: "8" };
  const problems = (over: Record<string, string>) =>
    labelSettingsForm("ZPL")
      .safeParse({ ...typed, ...over })
      .error?.issues.map(({ path }) => path[0]);

  test("takes what a printer takes", () => {
    expect(mediaOfForm(labelSettingsForm("ZPL").parse({ ...typed, widthMm: " 57.5 " }))).toEqual({
      widthMm: 57.5,
      heightMm: 32,
      gapMm: 3,
      dotsPerMm: 8,
    });
    expect(labelSettingsForm("ZPL").parse({ ...typed, language: "EPL" }).language).toBe("EPL");
  });

  test.each([
    [{ widthMm: "5" }, "widthMm"],
    [{ widthMm: "500" }, "widthMm"],
    [{ heightMm: "wide" }, "heightMm"],
    [{ gapMm: "-1" }, "gapMm"],
    [{ gapMm: "" }, "gapMm"],
    [{ dotsPerMm: "9" }, "dotsPerMm"],
    [{ language: "PCL" }, "language"],
  ])("refuses %o", (over, field) => expect(problems(over)).toEqual([field]));

  test("takes what the language's printers know of darkness, speed and offset", () => {
    const of = (language: "ZPL" | "EPL", over: Record<string, string>) =>
      labelSettingsForm(language)
        .safeParse({ ...typed, ...over })
        .error?.issues.map(({ path }) => path[0]);
    expect(of("ZPL", { darkness: "30", speed: "14", topMm: "-10" })).toBeUndefined();
    expect(of("EPL", { darkness: "15", speed: "1", topMm: "1.5" })).toBeUndefined();
    expect(of("EPL", { darkness: "16", speed: "7", topMm: "10.1" })).toEqual(["darkness", "speed", "topMm"]);
    expect(of("ZPL", { darkness: "31", speed: "1", topMm: "up" })).toEqual(["darkness", "speed", "topMm"]);
    const tuned = labelSettingsForm("ZPL").parse({ ...typed, darkness: "7", isTurned: "turned" });
    expect(mediaOfForm(tuned).tuning).toEqual({ darkness: 7, isTurned: true });
  });

  test("a picked printer comes with languages as JSON", () => {
    expect(printerChoiceForm.parse({ printer: "A", languages: '{"A":"EPL"}' })).toEqual({
      printer: "A",
      languages: { A: "EPL" },
    });
    for (const languages of ["{", '"x"', '{"A":"PCL"}']) {
      expect(printerChoiceForm.safeParse({ languages }).success).toBe(false);
    }
  });
});
