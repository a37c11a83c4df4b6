import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { exoFilters, getExo, getExos, postExoAction } from "#contract/exos.ts";
import type { Database } from "#platform/database/connect.ts";
import { isSearchable } from "#platform/database/search.ts";
import { findStoreByName } from "#platform/domains/stores/repository.ts";
import { callerOf } from "#platform/http/authorisation.ts";
import { filtersOf } from "#platform/http/filters.ts";
import { idempotencyKeyOf } from "#platform/http/idempotency.ts";
import { parseRequest } from "#platform/http/parse.ts";
import { Problem } from "#platform/http/problems.ts";
import { actOnExo } from "./actions.ts";
import { enterExo } from "./entry.ts";
import { readExoPage } from "./pages.ts";
import { addExo, findExo } from "./repository.ts";
import { detailOf, summaryOf } from "./wire.ts";

type ExoDeps = {
  database: Database;
  /** Has due EXOs processed now. */
  wakeReturns(): Promise<void>;
};

// Pages are 32-bit ranges of positions: one beyond them is empty.
const lastPage = 100_000_000;

const oneExo = z.object({ id: z.string() });
const oneAction = z.object({ id: z.string(), action: z.string() });

async function readExo(database: Database, id: string) {
  const found = isSearchable(id) ? await findExo(database, id) : undefined;
  if (!found) throw new Problem(404, `There is no EXO '${id}'`);
  return { item: detailOf(found) };
}

/** The EXO calls (calls#exos), and how a new one comes in. */
export function exoRoutes(app: FastifyInstance, { database, wakeReturns }: ExoDeps): void {
  app.get(getExos.path, async (request) => {
    const { page, filters } = parseRequest(getExos.query, request.query);
    const { rows, pages } = await readExoPage(
      database,
      filtersOf(exoFilters, filters),
      Math.min(page, lastPage),
    );
    return { summaries: rows.map(summaryOf), currentPage: page, totalPages: pages };
  });

  app.get(getExo.path, (request) => readExo(database, parseRequest(oneExo, request.params).id));

  app.post(postExoAction.path, async (request) => {
    const { id: exoId, action } = parseRequest(oneAction, request.params);
    const { subject, username } = callerOf(request);
    const idempotencyKey = idempotencyKeyOf(request);
    const asked = { exoId, action, subject, user: username || "a nameless user", idempotencyKey };
    await actOnExo(database, asked, new Date());
    await wakeReturns();
    return readExo(database, exoId);
  });

  app.post(enterExo.path, async (request, reply) => {
    const entering = parseRequest(enterExo.body, request.body);
    if (JSON.stringify(entering).includes("\\u0000")) throw new Problem(400, "body: holds a NUL character");
    const store = await findStoreByName(database, entering.store);
    if (!store) throw new Problem(400, `store: there is no '${entering.store}'`);
    const id = randomUUID();
    const arriving = {
      id,
      storeId: store.id,
      originalOrderId: entering.orderId ?? null,
      emailAddress: entering.emailAddress ?? null,
      correspondenceEmailAddress: entering.correspondenceEmailAddress ?? null,
      document: entering.exchange === undefined ? {} : { exchange: entering.exchange },
    };
    await addExo(database, arriving, new Date());
    await wakeReturns();
    return reply.code(201).send(await readExo(database, id));
  });
}
