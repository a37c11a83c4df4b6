import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RowLink, unbrokenName } from "./rows.tsx";

const linked = (name: string) => renderToStaticMarkup(<RowLink href="/">{name}</RowLink>);

test("a name keeps its words whole, unless one of them would widen the page", () => {
  expect(linked("Summer sale: 20% off")).toContain("break-words");
  expect(linked(`Summer ${"W".repeat(unbrokenName)}`)).toContain("break-words");
  expect(linked(`Summer ${"W".repeat(unbrokenName + 1)}`)).not.toContain("break-words");
});
