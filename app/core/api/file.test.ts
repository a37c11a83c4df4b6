import { expect, test } from "vitest";
import { safeFileName } from "./file.server.ts";

test.each([
  ["EXO-1", "Return label", "pdf", "EXO-1-Return-label.pdf"],
  ["EXO-1", "label.pdf", "pdf", "EXO-1-label.pdf"],
  ["../../etc", 'passwd"\r\nX: y', "png", "etc-passwd-X-y.png"],
  ["Ünï", "Étiquette", "pdf", "U-ni-E-tiquette.pdf"],
  ["", "", "pdf", "file.pdf"],
  ["x".repeat(300), "", "pdf", `${"x".repeat(100)}.pdf`],
])("%s, %s becomes a safe name", (exo, name, ending, expected) => {
  expect(safeFileName(exo, name, ending)).toBe(expected);
});
