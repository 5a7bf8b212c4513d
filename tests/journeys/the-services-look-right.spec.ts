import { test } from "../support/journey.ts";
import { testLooksOf } from "../support/page-looks.ts";
import { servicePages } from "../support/public-addresses.ts";

test.use({ expectedErrors: /404/ });
test.skip(process.platform !== "linux", "Only Linux lets the tests choose the fonts of the pictures.");

testLooksOf(servicePages);
