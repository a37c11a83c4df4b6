import { expect, test } from "vitest";
import { imagesPath, pictureKinds, readImageName, storedImage, withImageUrls } from "./names.ts";
import { drawPicture } from "./routes.ts";

test("a stored image becomes a URL whose name decodes to the same picture", () => {
  for (const kind of pictureKinds) {
    const picture = { kind, paint: "1f2328", variation: 999 };
    const url = withImageUrls(JSON.stringify(storedImage(picture)), "http://platform.test").slice(1, -1);
    expect(url.startsWith(`http://platform.test${imagesPath}`)).toBe(true);
    expect(readImageName(url.slice(url.lastIndexOf("/") + 1))).toEqual(picture);
  }
});

test("names that are none of ours are not read", () => {
  const wrong = ["sneaker-1f2328-1000.svg", "crown-1f2328-1.svg", "sneaker-RED000-1.svg", "../x.svg"];
  const names = ["", "sneaker.svg", ...wrong];
  for (const name of names) expect(readImageName(name)).toBeUndefined();
});

test("a picture is the same every time, differs by variation, and holds no script", () => {
  for (const kind of pictureKinds) {
    const drawn = (variation: number) => drawPicture({ kind, paint: "b5332e", variation });
    expect(drawn(3)).toBe(drawn(3));
    expect(drawn(3)).not.toBe(drawn(4));
    expect(drawn(3)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/);
    expect(drawn(3)).not.toContain("script");
    expect(drawn(3)).not.toContain("undefined");
  }
});
