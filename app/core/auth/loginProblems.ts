import type { LoginProblem } from "#app/core/http/safeRedirect.ts";

/** Why a user without a username can't act (roles#no-username). */
export const noUsername = "Your account has no username, so it is offered no actions.";

/** Why the signed-out page is shown, with what the person can do about it (sign-in#failure). */
export const loginProblems: Record<LoginProblem, string> = {
  expired: "Your session has ended. Log in to go on where you were.",
  kept: "You were signed out, and nothing was sent. What you typed is safe: log in, and it is back in its field.",
  "no-token":
    "The identity provider gave the portal no permission to read on your behalf. Your account is not the reason. Log in again to go on where you were.",
  failed: "Signing in did not work. Try again; if it keeps happening, tell support when it happened.",
  cancelled: "The sign-in was cancelled.",
  step: "Your organisation asks for a further step, such as an approval on your phone, and it was not finished. Log in again and finish each step.",
  policy:
    "Your organisation does not let you sign in from this device or place. Use a device that it manages, or ask support.",
  consent:
    "The portal has not been approved for your account yet. Ask support: an administrator approves it once, for everybody.",
  account:
    "This account may not use the portal. Log in with another account, or ask support to be given a role.",
  groups:
    "Your account is in so many groups that its roles could not be read. Ask support to give you a role of the portal itself.",
  busy: "The identity provider is busy or cannot be reached. Wait a minute, then log in again.",
  setup:
    "The portal's registration at the identity provider needs attention. Your account is not the reason, and trying again will not help: tell support.",
};

/** Problems of an account that the provider would automatically choose again: the next sign-in asks which account. */
export const asksForAccount = (problem: LoginProblem | undefined): boolean =>
  problem === "account" || problem === "policy" || problem === "groups" || problem === "consent";
