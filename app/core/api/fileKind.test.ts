import { expect, test } from "vitest";
import { isMarkup, kindByBytes } from "./fileKind.ts";

const latin = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["application/pdf", "pdf", "%PDF-1.7\n"],
  ["image/png", "png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
  ["image/jpeg", "jpg", "\xff\xd8\xff\xe0\0\x10JFIF"],
  ["image/gif", "gif", "GIF89a\x01\0"],
  ["image/gif", "gif", "GIF87a\x01\0"],
  ["image/webp", "webp", "RIFF\x24\0\0\0WEBPVP8 "],
])("%s, as .%s, is known by its first bytes", (type, ending, bytes) => {
  expect(kindByBytes(latin(bytes))).toEqual({ type, ending });
  expect(isMarkup(latin(bytes))).toBe(false);
});

test.each([
  ["nothing", ""],
  ["a cut signature", "\x89PNG\r\n"],
  ["a PDF that begins later", "GET / %PDF-1.7"],
  ["another RIFF", "RIFF\x24\0\0\0WAVEfmt "],
  ["a bitmap", "BM\x36\0"],
  ["text", "hello"],
])("%s is of no kind", (_name, bytes) => {
  expect(kindByBytes(latin(bytes))).toBeUndefined();
});

test.each([
  ["HTML", latin("<!doctype html><script>1</script>")],
  ["SVG after blanks", latin(" \r\n\t<svg onload='1'/>")],
  ["XHTML after a byte order mark", latin('\xef\xbb\xbf<?xml version="1.0"?><html/>')],
  ["HTML in UTF-16", Buffer.from("\ufeff<html>", "utf16le")],
])("%s is markup, and of no kind", (_name, bytes) => {
  expect(isMarkup(bytes)).toBe(true);
  expect(kindByBytes(bytes)).toBeUndefined();
});
