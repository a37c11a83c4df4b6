import { expect, test } from "vitest";
import { ApiError } from "./apiError.server.ts";
import { isSameOrigin, requireSameOrigin } from "./origin.server.ts";

const own = "https://portal.example";

test.each<[Record<string, string>, boolean]>([
  [{ Origin: own }, true],
  [{ Referer: `${own}/store/CLK` }, true],
  [{ Origin: own, Referer: "https://evil.example/" }, true],
  [{ Origin: "https://evil.example", Referer: `${own}/` }, false],
  [{ Origin: "null", Referer: `${own}/` }, false],
  [{ Origin: "https://portal.example.evil.example" }, false],
  [{ Origin: "http://portal.example" }, false],
  [{ Origin: "https://portal.example:8443" }, false],
  [{ Referer: "not an address" }, false],
  [{}, false],
])("%j: %s", (headers, expected) => {
  expect(isSameOrigin(new Headers(headers), own)).toBe(expected);
});

test("reading needs no origin; everything else is refused without it [sign-in#same-origin]", () => {
  const request = (method: string, headers?: Record<string, string>) =>
    new Request(`${own}/store/CLK.data`, { method, ...(headers && { headers }) });
  expect(() => requireSameOrigin(request("GET"))).not.toThrow();
  expect(() => requireSameOrigin(request("POST", { Origin: own }))).not.toThrow();
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect(() => requireSameOrigin(request(method))).toThrow(ApiError);
});
