import type { FastifyInstance } from "fastify";
import { Problem } from "#platform/http/problems.ts";
import { drawPicture } from "./drawing.ts";
import { imagesPath, readImageName } from "./names.ts";

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
