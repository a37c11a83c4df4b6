import { type ActionLink, actionLinks, offeredActions } from "#app/confirm/model.ts";
import { shorten } from "#app/values/values.ts";
import type { AvailableAction } from "#contract/metaproducts.ts";

/** One message of a channel, with the offered actions that fix its cause. */
export type Refusal = { key: string; text: string; mends: ActionLink[] };
export type Refusals = {
  messages: Refusal[];
  /** The offered actions that make the channel check again, whatever it rejected. */
  again: ActionLink[];
};

const maxMessageLength = 2000;

const looksAgain = ({ value, text }: AvailableAction): boolean =>
  /\b(re-?)?validat/i.test(`${value} ${text}`);

/** An offered action's inputs tell what it fixes: one with an address input fixes an address. */
const isAbout = ({ config }: AvailableAction, message: string): boolean =>
  config?.inputType === "address" && /\baddress\b/i.test(message);

/**
 * The distinct messages of the channel with the actions that fix them among those that the service
 * offers (products#mending); none for a user without a username.
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
