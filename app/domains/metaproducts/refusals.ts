import { type ActionLink, actionLinks, offeredActions } from "#app/confirm/model.ts";
import { shorten } from "#app/values/show.ts";
import type { AvailableAction } from "#contract/metaproducts.ts";

/** One message of a channel, with the offered actions that mend what it is about. */
export type Refusal = { key: string; text: string; mends: ActionLink[] };
export type Refusals = {
  messages: Refusal[];
  /** The offered actions that have the channel look again, whatever it refused. */
  again: ActionLink[];
};

const maxMessageLength = 2000;

const looksAgain = ({ value, text }: AvailableAction): boolean =>
  /\b(re-?)?validat/i.test(`${value} ${text}`);

/** What the offered actions ask for says what they mend: one that takes an address mends an address. */
const isAbout = ({ config }: AvailableAction, message: string): boolean =>
  config?.inputType === "address" && /\baddress\b/i.test(message);

/**
 * Everything that the channel refuses, each message once, with the actions that mend it among those that the service
 * offers (products#mending); none for a person without a username.
 */
export function toRefusals(
  messages: readonly string[],
  actions: readonly AvailableAction[],
  username: string,
  targetPath: string,
): Refusals {
  const linksTo = (fits: (action: AvailableAction) => boolean) =>
    actionLinks(targetPath, offeredActions(actions.filter(fits), username));
  return {
    messages: [...new Set(messages)].map((message, index) => ({
      key: String(index),
      text: shorten(message, maxMessageLength),
      mends: linksTo((action) => isAbout(action, message)),
    })),
    again: messages.length === 0 ? [] : linksTo(looksAgain),
  };
}
