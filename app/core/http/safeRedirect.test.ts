import { expect, test } from "vitest";
import { loginPath, safeReturnTo } from "./safeRedirect.ts";

test.each([
  ["/", "/"],
  ["/store/CLK/products?code=a%20b&page=2#x", "/store/CLK/products?code=a%20b&page=2#x"],
  ["/store/CLK.data?_routes=routes%2Fstore&page=2", "/store/CLK?page=2"],
  ["/_root.data", "/"],
  ["/a?to=//evil.example", "/a?to=//evil.example"],
])("%s is a page of ours", (given, expected) => {
  expect(safeReturnTo(given)).toBe(expected);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "javascript:alert(1)",
  "store",
  "",
  "/login?returnTo=/login",
  "/auth/logout",
  `/${"a".repeat(3000)}`,
  undefined,
  null,
  7,
])("%j leads home", (given) => {
  expect(safeReturnTo(given)).toBe("/");
});

test("the sign-in page carries where to go back to, and why it is shown", () => {
  expect(loginPath("/")).toBe("/login");
  const expired = "/login?returnTo=%2Fstore%2FCLK%3Fpage%3D2&problem=expired";
  expect(loginPath("/store/CLK?page=2", "expired")).toBe(expired);
  expect(loginPath("//evil.example")).toBe("/login");
});
