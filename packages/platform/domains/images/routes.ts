import type { FastifyInstance } from "fastify";
import { Problem } from "#platform/http/requests.ts";
import { imagesPath, type Picture, type PictureKind, readImageName } from "./names.ts";

/** Fills of one picture: its colour, a darker and a lighter shade of it, and the sole's. */
type Paints = { main: string; dark: string; light: string; sole: string };

const shade = (paint: string, towards: number, share: number) => {
  const channels = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(paint.slice(at, at + 2), 16);
    return Math.round(channel + (towards - channel) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
};

const path = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`;
const line = (stroke: string, width: number, d: string) =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`;

// Shapes on a canvas of 200 by 200, toe to the right.
const shapes: Record<PictureKind, (paints: Paints, variation: number) => string> = {
  sneaker: ({ main, dark, light, sole }, variation) =>
    path(main, "M24 92q10 8 30 6l12-16q8-6 18 2l40 30q16 8 40 10 18 4 16 22H24z") +
    path(dark, "M24 92q10 8 30 6l6 48H24z") +
    path(sole, `M22 144h158q4 ${10 + (variation % 3) * 3} -10 16H34q-14 0-12-16z`) +
    line(light, 4, "M82 96l14-10M94 106l14-10M106 116l14-10") +
    (variation % 2 ? line(light, 5, "M66 138q24-6 34-26") : line(light, 5, "M62 120l44 18M62 132l26 8")),
  loafer: ({ main, dark, light, sole }, variation) =>
    path(main, "M26 104q24 10 52-2l20 8q46 6 74 20 10 6 8 16H26z") +
    path(dark, "M78 102l22 8q-8 16-32 20l-10-20z") +
    path(sole, "M24 146h156v8H70v8H24z") +
    (variation % 2 ? line(light, 4, "M66 116l28 8") : `<circle cx="82" cy="118" r="5" fill="${light}"/>`),
  boot: ({ main, dark, light, sole }, variation) =>
    path(main, "M46 40h54l2 60q8 14 40 20 36 4 36 28H46z") +
    path(dark, `M${58 + (variation % 4)} 52h16l4 50H60z`) +
    path(sole, "M44 148h136v10H84v8H44z") +
    line(light, 4, variation % 2 ? "M98 62h-12M99 76h-12M100 90h-12" : "M48 44h50"),
  sandal: ({ main, dark, light, sole }, variation) =>
    path(sole, "M22 132q40 10 80 0 50-12 76 4 6 12-8 16H30q-12-6-8-20z") +
    path(main, "M96 136q4-34 34-36 26 4 30 30z") +
    path(dark, "M34 134q-4-36 18-44 8 18 6 46z") +
    line(light, 4, variation % 2 ? "M106 126q16-16 44-4" : "M112 116q14-8 32 0"),
  tee: ({ main, dark, light }, variation) =>
    path(main, "M62 40l22-6q16 14 32 0l22 6 38 30-20 26-14-8v80H58V88l-14 8-20-26z") +
    line(dark, 5, "M84 34q16 16 32 0") +
    (variation % 3 === 0 ? path(light, "M58 104h84v10H58z") : "") +
    (variation % 3 === 1 ? `<circle cx="118" cy="84" r="7" fill="${light}"/>` : ""),
  hoodie: ({ main, dark, light }, variation) =>
    path(main, "M64 52q4-28 36-28t36 28l28 16 10 84-22 4-8-54v68H56v-68l-8 54-22-4 10-84z") +
    path(dark, "M76 54q0-20 24-20t24 20q-24 16-48 0z") +
    path(dark, "M74 124h52l8 28H66z") +
    (variation % 2 ? line(light, 3, "M100 62v106") : line(light, 3, "M92 64v22M108 64v22")),
  sock: ({ main, dark, light }, variation) =>
    path(main, "M70 30h44v74q6 14 34 28 20 12 8 30-10 8-28 2l-50-30q-10-10-8-30z") +
    path(dark, "M70 30h44v16H70z") +
    path(light, "M134 150q4-14 20-14 12 14 2 26-10 8-24 2z") +
    (variation % 2 ? path(light, "M70 58h44v7H70zM70 72h44v7H70z") : ""),
};

const kindWords: Record<PictureKind, string> = {
  sneaker: "Sneaker",
  loafer: "Loafer",
  boot: "Boot",
  sandal: "Sandal",
  tee: "Tee",
  hoodie: "Hoodie",
  sock: "Socks",
};

/** The SVG of a product picture: a drawing in the article's colour, 200 by 200. */
export function drawPicture({ kind, paint, variation }: Picture): string {
  const paints: Paints = {
    main: `#${paint}`,
    dark: shade(paint, 0, 0.28),
    light: shade(paint, 255, 0.55),
    sole: variation % 5 === 0 ? "#c8a878" : "#f4f1ea",
  };
  // Pictures of one article differ in their view: every other one is mirrored.
  const view = variation % 2 === 0 ? "" : ' transform="translate(200 0) scale(-1 1)"';
  const ground = ["#e9edf1", "#ece8e1", "#e6ece8", "#eeeaf0"][variation % 4];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200" role="img"><title>${kindWords[kind]}</title><rect width="200" height="200" fill="${ground}"/><ellipse cx="100" cy="170" rx="78" ry="7" fill="#000" opacity=".08"/><g${view}>${shapes[kind](paints, variation)}</g></svg>`;
}

/** GET /images/products/{name}.svg: product pictures, immutable for a name; public. */
export function imageRoutes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(`${imagesPath}:name`, async (request, reply) => {
    const picture = readImageName(request.params.name);
    if (!picture) throw new Problem(404, "There is no such picture");
    return reply
      .type("image/svg+xml; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .header("cross-origin-resource-policy", "cross-origin")
      .send(drawPicture(picture));
  });
}
