import type { User } from "#app/auth/guard.server.ts";
import type { DeedPage } from "#app/domains/actions/confirm.server.ts";
import { type Deed, withoutUsername } from "#app/domains/actions/deed.server.ts";
import { type Fact, factsOf, noQuestion } from "#app/domains/actions/deed.ts";
import { notFound } from "#app/http/errorPages.server.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import { ediAction } from "#contract/ediPartner.ts";
import { directionLabel } from "../direction.ts";
import { processEdiOrder, processInterchange, readEdiOrder, readInterchange } from "./api.server.ts";

/** What a document is as it is read: its name, its facts, and what the server sent. */
type Read = { name: string; facts: Fact[]; raw: unknown };

/** An EDI document that can be processed: how it is read and sent. */
export type EdiKind = {
  what: "interchange" | "order";
  read(user: User, id: string): Promise<Read>;
  send(user: User, id: string, token: string): Promise<void>;
};

export const interchangeKind: EdiKind = {
  what: "interchange",
  async read(user, id) {
    const { item, raw } = await readInterchange(user, id);
    const name = shorten(toText(item.control_reference) || id, 80);
    const direction = directionLabel(item.transmission_direction);
    return {
      name,
      facts: factsOf([
        ["Control Reference", name],
        ["Direction", direction],
      ]),
      raw,
    };
  },
  send: processInterchange,
};

export const ediOrderKind: EdiKind = {
  what: "order",
  async read(user, id) {
    const { item, raw } = await readEdiOrder(user, id);
    const name = shorten(toText(item.utopia_order_number) || id, 80);
    const store = shorten(toText(item.utopia_source_store_group_alias), 80);
    return {
      name,
      facts: factsOf([
        ["Utopia Order Number", name],
        ["Source Store Group", store],
      ]),
      raw,
    };
  },
  send: processEdiOrder,
};

/** Throws the 404 page for an action other than 'process', the only one there is (edi#process). */
export function requireEdiAction(request: Request, action: string | undefined): void {
  if (action !== ediAction) throw notFound(request, "There is no such action.");
}

/** 'Process' of an EDI document (edi#process); the outcome is not reported (edi#action-outcome). */
function ediDeed(kind: EdiKind, user: User, id: string, href: string): Deed<undefined> {
  const { what } = kind;
  const send = async (token: string) => {
    await kind.send(user, id, token);
    return {};
  };
  return {
    user,
    key: JSON.stringify(["edi", what, id, ediAction]),
    href,
    async read() {
      const { name, facts, raw } = await kind.read(user, id);
      return {
        raw,
        payload: "",
        told: { done: "Submitted", what: `Process for ${what}`, name },
        question: {
          ...noQuestion,
          heading: "Process",
          description: `Run any available or outstanding processes for the ${what}.`,
          sentence: `Are you sure you want to perform this action on ${what} ${shorten(id, 120)}?`,
          facts,
          yes: "Confirm",
          no: "Cancel",
        },
        slot: undefined,
        verdict: user.username === "" ? withoutUsername : { is: "offered", send },
      };
    },
  };
}

/** The page that asks about it. */
export const ediDeedPage = (
  kind: EdiKind,
  user: User,
  id: string,
  place: Pick<DeedPage<undefined>, "here" | "closeTo" | "panel"> & { href: string },
): DeedPage<undefined> => {
  const { href, ...page } = place;
  return { ...page, user, deedWith: () => ediDeed(kind, user, id, href), unread: () => undefined };
};
