/** Why the gate rejected a request, in words for a person (errors#gate). */
export type Refusal = {
  status: number;
  statusLine: string;
  message: string;
  advice: string;
  headers?: Record<string, string>;
};

const size = (kilobytes: number): string =>
  kilobytes >= 1000 ? `${Math.round(kilobytes / 100) / 10} MB` : `${kilobytes} KB`;

const wait = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
};

const goBack = "Go back, where what you typed may still stand, reload the page and try again.";

/** The gate's messages by reason. */
export const refusals = {
  address: (): Refusal => ({
    status: 400,
    statusLine: "Bad Request",
    message: "This is no address of the portal.",
    advice: "Check the address, or start again from Stores.",
  }),
  method: (): Refusal => ({
    status: 405,
    statusLine: "Method Not Allowed",
    message: "The portal's addresses are opened, or sent a form, and nothing else. Nothing was done.",
    advice: "Start again from Stores.",
    headers: { Allow: "GET, HEAD, POST" },
  }),
  origin: (home: string): Refusal => ({
    status: 403,
    statusLine: "Forbidden",
    message: "This form was not sent from a page of the portal, so nothing was done.",
    advice: `Open the portal at ${home} and try again there.`,
  }),
  type: (): Refusal => ({
    status: 415,
    statusLine: "Unsupported Media Type",
    message: "What was sent is no form, so nothing was done.",
    advice: goBack,
  }),
  tooLarge: (maxKilobytes: number): Refusal => ({
    status: 413,
    statusLine: "Content Too Large",
    message: `What was sent is larger than ${size(maxKilobytes)}, the most that this page takes, so nothing was read.`,
    advice: "Go back and send less.",
  }),
  length: (): Refusal => ({
    status: 411,
    statusLine: "Length Required",
    message: "What was sent does not say how long it is, so nothing was read.",
    advice: goBack,
  }),
  tooMany: (seconds: number): Refusal => ({
    status: 429,
    statusLine: "Too Many Requests",
    message: "That was too much in too short a time, so nothing was done.",
    advice: `Try again in ${wait(seconds)}. What you typed may still be there when you go back.`,
    headers: { "Retry-After": String(seconds) },
  }),
};
