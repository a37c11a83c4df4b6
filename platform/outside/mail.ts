/** An email to a customer. A repeated `reference` is the same email. */
export type ConfirmationMail = { reference: string; to: string; orderNumber: string };

/** The mail provider's reply. */
export type MailReply = { provider: string; status: string };

/** The mail provider for order confirmations. */
export type Mail = (mail: ConfirmationMail) => Promise<MailReply>;

/** The simulated mail provider: it queues everything and sends nothing; its name says that it is simulated. */
export const simulatedMail: Mail = async () => ({ provider: "Mail (simulated)", status: "queued" });
