import { expect, test } from "vitest";
import { networkOf } from "./request.server.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::9", "2001:db8:1:2"],
  ["2001:db8:9::1", "2001:db8:9:0"],
  ["nonsense", "unknown"],
])("%s is counted as %s [errors#rates]", (address, counted) => {
  expect(networkOf(address)).toBe(counted);
});
