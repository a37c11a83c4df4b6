import { expect, test } from "vitest";
import { maskSecrets } from "./apiFailure.ts";

test.each([
  ["connect postgres://portal:s3cret@db.internal:5432/shop", "connect postgres://•••@db.internal:5432/shop"],
  ["Login failed; Password=s3cret;Server=db", "Login failed; Password=•••;Server=db"],
  ['{"client_secret": "s3cret, all of it", "id": 7}', '{"client_secret": •••, "id": 7}'],
  ["GET /x?access_token=s3cret&page=2", "GET /x?access_token=•••&page=2"],
  ["Authorization: Bearer eyJ0.s3cret-x_y", "Authorization: Bearer •••"],
  ["api-key: 's3cret'", "api-key: •••"],
])("hides the secret in %s", (text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
});

test.each([
  "Error: shelf not found\n    at Shelf.find (/srv/shelf.ts:12:5)",
  "Unexpected token < in JSON at position 0",
  "see https://example.test/a@b for more",
  "",
])("leaves %j as it is", (text) => {
  expect(maskSecrets(text)).toBe(text);
});
