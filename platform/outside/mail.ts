/** An email to a customer. The same `reference` twice means the same email. */
export type ConfirmationMail = { reference: string; to: string; orderNumber: string };

/** What the mail provider said. */
export type MailReply = { provider: string; status: string };

/** The mail provider that order confirmations go through. */
export type Mail = (mail: ConfirmationMail) => Promise<MailReply>;

/** The mail provider's stand-in: it queues everything and sends nothing; its name says that it is simulated. */
export const simulatedMail: Mail = async () => ({ provider: "Mail (simulated)", status: "queued" });
