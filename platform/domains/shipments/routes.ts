import type { FastifyInstance } from "fastify";
import { getShipments } from "#contract/shipments.ts";
import type { Database } from "#platform/database/connect.ts";
import { parseRequest } from "#platform/http/parse.ts";
import { listShipments } from "./repository.ts";

/** GET /api/getshipments (calls#shipments). */
export function shipmentRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(getShipments.path, (request) =>
    listShipments(database, parseRequest(getShipments.query, request.query)),
  );
}
