import { expect, test } from "vitest";
import { toNetwork } from "#functions/kernel/http/network.ts";

test.each([
  ["203.0.113.77", { unit: "203.0.113.77", area: "203.0.113.0/24" }],
  ["::ffff:203.0.113.77", { unit: "203.0.113.77", area: "203.0.113.0/24" }],
  ["::ffff:cb00:714d", { unit: "203.0.113.77", area: "203.0.113.0/24" }],
  ["0:0:0:0:0:FFFF:203.0.113.77", { unit: "203.0.113.77", area: "203.0.113.0/24" }],
  ["2001:db8:1:2:3:4:5:6", { unit: "2001:db8:1:2::/64", area: "2001:db8:1::/48" }],
  ["2001:DB8:0001::1", { unit: "2001:db8:1:0::/64", area: "2001:db8:1::/48" }],
  ["::1", { unit: "0:0:0:0::/64", area: "0:0:0::/48" }],
])("returns the networks of %s", (address, networks) => {
  expect(toNetwork(address)).toEqual(networks);
});

test.each([undefined, "", "localhost", "300.1.1.1", "1.2.3", "2001:db8", "::1]/x", "203.0.113.77, 10.0.0.1"])(
  "rejects %s as an address",
  (address) => {
    expect(toNetwork(address)).toBeNull();
  },
);
