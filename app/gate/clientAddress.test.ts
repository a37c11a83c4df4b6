import { describe, expect, test } from "vitest";
import { createClientAddress, isProxyList } from "./clientAddress.server.ts";

describe("where a request comes from", () => {
  const of = createClientAddress("loopback, 10.0.0.0/8, 2001:db8::7");

  test.each([
    ["a connection of its own", "203.0.113.9", undefined, "203.0.113.9"],
    ["a stranger who names another", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["a proxy on this machine", "127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["the same, as Node writes it", "::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["two proxies", "::1", "203.0.113.9, 10.1.2.3", "203.0.113.9"],
    ["a stranger who writes the list's begin", "::1", "192.0.2.1, 203.0.113.9", "203.0.113.9"],
    ["a proxy that says nothing", "10.0.0.1", undefined, "10.0.0.1"],
    ["a proxy that says nonsense", "10.0.0.1", "unknown", "10.0.0.1"],
    ["one of a network of IPv6", "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2"],
    ["another of that network, written short", "2001:db8:1:2::9", undefined, "2001:db8:1:2"],
    ["behind a proxy with IPv6", "2001:db8::7", "2001:db8:9::1", "2001:db8:9:0"],
  ])("%s", (_, connection, forwarded, address) => {
    expect(of(connection, forwarded)).toBe(address);
  });
});

test.each([
  ["loopback", true],
  ["10.0.0.1, 192.168.0.0/16,fd00::/8", true],
  ["proxy.example", false],
  ["10.0.0.0/33", false],
  ["", false],
])("%j names proxies: %s", (text, is) => {
  expect(isProxyList(text)).toBe(is);
});
