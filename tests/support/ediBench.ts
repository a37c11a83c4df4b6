import { expect } from "vitest";
import { z } from "zod";
import {
  type EdiInterchangeDetail,
  type EdiOrderDetail,
  ediInterchangeDetail,
  ediOrderDetail,
} from "#contract/edi.ts";
import type { EdiOrderAnswer } from "#contract/ediReview.ts";
import { itemOf } from "#contract/envelopes.ts";
import type { TestApi } from "./api.ts";
import { fileOf, ordersMessage, type TestLine } from "./ediFiles.ts";
import { eventually } from "./eventually.ts";

export const documents = "/api/bc-myer/v1/documents";

const dropped = z.object({ items: z.array(z.object({ id: z.string() })) });
const interchange = itemOf(ediInterchangeDetail);
const order = itemOf(ediOrderDetail);
const failure = z.object({ error: z.string() });

export const idsIn = (body: unknown): string[] => dropped.parse(body).items.map(({ id }) => id);

/** Polls until the result passes a check. */
export const settled = <T>(read: () => Promise<T>, check: (value: T) => void): Promise<T> =>
  eventually(async () => {
    const value = await read();
    check(value);
    return value;
  });

/** The target of the first reference with this `meta.name`, or empty. */
export const targetOf = (
  { references }: Pick<EdiInterchangeDetail, "references"> | Pick<EdiOrderDetail, "references">,
  type: string,
  name: "interchange-document-id" | "order-document-id" | "order-id",
): string => String(references?.find((reference) => reference.type === type)?.meta?.[name] ?? "");

/** A simulated partner of a platform; `next` returns unused numbers. */
export function ediBench(api: () => TestApi) {
  let number = 70_000;
  const next = () => String(number++);
  const readInterchange = async (id: string) => {
    const { status, body } = await api().get(`${documents}/interchanges/${id}`);
    expect(status).toBe(200);
    return interchange.parse(body).item;
  };
  const readOrder = async (id: string) => {
    const { status, body } = await api().get(`${documents}/orders/${id}`);
    expect(status).toBe(200);
    return order.parse(body).item;
  };
  const drop = async (content: string | Uint8Array) => {
    const { status, body } = await api().drop(content);
    expect(status).toBe(201);
    return idsIn(body);
  };
  /** Uploads a file, and waits until its interchange is processed. */
  const dropOne = async (content: string | Uint8Array) => {
    const [id = ""] = await drop(content);
    return settled(
      () => readInterchange(id),
      ({ stream_statuses }) =>
        expect(["new", "active"]).not.toContain(stream_statuses?.["interchange/receive"]?.state),
    );
  };
  /** Sends an order, and waits until it was answered or waits for a person. */
  const orderDocument = async (
    lines: TestLine[],
    documentNumber = `PO-${next()}`,
    options?: Parameters<typeof fileOf>[2],
  ) => {
    const source = await dropOne(fileOf(next(), [ordersMessage(documentNumber, lines)], options));
    const id = targetOf(source, "created-myer-edi-order-document", "order-document-id");
    const found = await settled(
      () => readOrder(id),
      ({ stream_statuses }) =>
        expect(["completed", "rejected", "hold"]).toContain(stream_statuses?.["order/create"]?.state),
    );
    return { source, documentNumber, found };
  };
  return { next, readInterchange, readOrder, drop, dropOne, orderDocument };
}

type Document = EdiInterchangeDetail | EdiOrderDetail;

export const offeredOn = ({ available_actions }: Document) =>
  (available_actions ?? []).map(({ action }) => action);
export const offerOf = ({ available_actions }: Document, action: string) =>
  available_actions?.find((offer) => offer.action === action);
export const stateOf = ({ stream_statuses }: Document, stream: string) => stream_statuses?.[stream]?.state;

/** A person's operations on documents, and their progress. */
export function ediCommands(api: () => TestApi, { readInterchange, readOrder }: ReturnType<typeof ediBench>) {
  const run = async (
    kind: "interchange" | "order",
    id: string,
    action: string,
    reason = "",
    key?: string,
    answer?: EdiOrderAnswer,
  ) => {
    const query = new URLSearchParams({ [`${kind}_document_id`]: id, action, ...(reason && { reason }) });
    const { status, body } = await api().post(`/api/bc-myer/v1/actions/${kind}/run?${query}`, answer, key);
    return { status, error: failure.safeParse(body).data?.error ?? "" };
  };
  const confirm = (id: string, answer: EdiOrderAnswer) => run("order", id, "confirm", "", undefined, answer);
  const created = (source: EdiInterchangeDetail) =>
    readOrder(targetOf(source, "created-myer-edi-order-document", "order-document-id"));
  const received = (id: string, state: string) =>
    settled(
      () => readInterchange(id),
      (read) => expect(stateOf(read, "interchange/receive")).toBe(state),
    );
  const transmitted = (id: string) =>
    settled(
      () => readInterchange(id),
      (read) => expect(stateOf(read, "interchange/send")).toBe("completed"),
    );
  const textOf = async (id: string) => (await api().text(`${documents}/interchanges/${id}/text`)).body;
  return { run, confirm, created, received, transmitted, textOf };
}
