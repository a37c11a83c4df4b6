import type { FastifyReply } from "fastify";

export const pictureKinds = ["sneaker", "loafer", "boot", "sandal", "tee", "hoodie", "sock"] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** A product picture: a kind of article in one colour (RRGGBB), with one of 1,000 variations. */
export type Picture = { kind: PictureKind; paint: string; variation: number };

export const imagesPath = "/images/products/";

// Stored images have this placeholder for the platform's public address, which is filled in on reading.
const storedPrefix = "platform-image:";

export const storedImage = ({ kind, paint, variation }: Picture) =>
  `${storedPrefix}${kind}-${paint}-${variation}.svg`;

/** Turns every stored image in a text, JSON included, into an absolute URL under `publicUrl`. */
export const withImageUrls = (text: string, publicUrl: string) =>
  text.replaceAll(storedPrefix, `${publicUrl}${imagesPath}`);

/** Answers with JSON in which every stored image is an absolute URL under `publicUrl`. */
export const sendWithImages = (reply: FastifyReply, answer: unknown, publicUrl: string) =>
  reply.type("application/json; charset=utf-8").send(withImageUrls(JSON.stringify(answer), publicUrl));

/** Parses a picture's file name; undefined for any other name. */
export function readImageName(name: string): Picture | undefined {
  const [, kindName, paint, digits] = /^([a-z]+)-([0-9a-f]{6})-(\d{1,3})\.svg$/.exec(name) ?? [];
  const kind = pictureKinds.find((known) => known === kindName);
  if (!kind || !paint || !digits) return undefined;
  return { kind, paint, variation: Number(digits) };
}
