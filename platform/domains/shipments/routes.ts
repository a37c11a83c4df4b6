import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getShipments, shipmentRow } from "#contract/shipments.ts";
import type { Database } from "#platform/database/connect.ts";
import { documented } from "#platform/http/documentedCall.ts";
import { parseRequest } from "#platform/http/requests.ts";
import { listShipments } from "./repository.ts";

/** GET /api/getshipments (calls#shipments). */
export function shipmentRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(
    getShipments.path,
    documented({
      call: getShipments,
      permission: "store/shipments",
      summary: "One page of a store's docket lines, newest first",
      answer: z.array(shipmentRow),
      failures: [400, 401, 403],
    }),
    (request) => listShipments(database, parseRequest(getShipments.query, request.query)),
  );
}
