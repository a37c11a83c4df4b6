import type { FastifyInstance } from "fastify";
import { createTokenVerifier, TokenRefused } from "./accessToken.ts";
import type { SigningKeys } from "./keys.ts";
import { photoPath } from "./paths.ts";
import { drawPortrait } from "./photo.ts";
import { graphApi } from "./scopes.ts";
import { findStaffBySubject } from "./staff.ts";

/** Adds the graph service's photo of the signed-in person: a PNG, or 404 where there is none (sign-in#photo). */
export function addGraph(app: FastifyInstance, issuer: string, keys: SigningKeys): void {
  const verify = createTokenVerifier(issuer, graphApi.audience, keys);

  app.get(photoPath, async (request, reply) => {
    const [scheme, token] = (request.headers.authorization ?? "").split(" ");
    try {
      if (scheme?.toLowerCase() !== "bearer" || !token) throw new TokenRefused("Access token is empty.");
      const member = findStaffBySubject((await verify(token)).subject);
      if (!member?.hasPhoto) {
        return reply.code(404).send(graphError("ImageNotFound", "The photo wasn't found."));
      }
      return reply
        .header("Cache-Control", "private, max-age=3600")
        .type("image/png")
        .send(drawPortrait(member.subject));
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      return reply.code(401).send(graphError("InvalidAuthenticationToken", error.message));
    }
  });
}

const graphError = (code: string, message: string) => ({ error: { code, message } });
