import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getShipments, shipmentRow } from "#contract/shipments.ts";
import type { Database } from "#platform/database/connect.ts";
import type { DocumentedCall } from "#platform/http/documentedCall.ts";
import { parseRequest } from "#platform/http/parse.ts";
import { listShipments } from "./repository.ts";

/** GET /api/getshipments (calls#shipments). */
export function shipmentRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get(getShipments.path, (request) =>
    listShipments(database, parseRequest(getShipments.query, request.query)),
  );
}

/** How the OpenAPI document tells of them. */
export const shipmentCalls: readonly DocumentedCall[] = [
  {
    call: getShipments,
    summary: "One page of a store's docket lines, newest first",
    answer: z.array(shipmentRow),
    failures: [400, 401, 403],
  },
];
