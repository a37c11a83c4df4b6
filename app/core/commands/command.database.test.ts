import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { User } from "#app/core/auth/guard.server.ts";
import type { WriteOutcome } from "#app/core/http/errorView.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn, userOf } from "#tests/support/portalModules.ts";
import type { Availability, Command } from "./command.server.ts";
import { noQuestion } from "./command.ts";
import type { Settled } from "./settled.server.ts";

onPortalDatabases((database) => {
  const portal = portalOn(database, async () => ({
    ...(await import("./command.server.ts")),
    ...(await import("#app/core/http/apiError.server.ts")),
    ...(await import("./settled.server.ts")),
  }));
  const runCommand = <Slot>(command: Command<Slot>, token: string) => portal().runCommand(command, token);
  const earlierSubmission = (command: Command<undefined>, raw: unknown) =>
    portal().earlierSubmission(command, raw);

  const person = (name: string): User => ({
    ...userOf(new Request("https://portal.example/")),
    ...{ subject: `${name} ${randomUUID()}`, sessionId: randomUUID(), username: name, fullname: name },
  });

  let riley: User;
  let key: string;
  let record: { status: string };
  let arrived: string[];
  let faults: WriteOutcome[];

  beforeEach(() => {
    riley = person("Riley");
    key = randomUUID();
    record = { status: "failed" };
    arrived = [];
    faults = [];
  });

  const fault = (write: WriteOutcome, code = 504) =>
    new (portal().ApiError)({
      statusLine: "Fault",
      code,
      message: "m",
      correlationId: "c",
      advice: "a",
      write,
    });

  type Asked = { user?: User; payload?: string; availability?: Availability };
  function retry({ user = riley, payload = "", availability }: Asked = {}) {
    const send = async (token: string) => {
      const next = faults.shift();
      if (next !== "notSent") arrived.push(token);
      if (next) throw fault(next);
      return {};
    };
    const receipt = { verb: "Submitted", object: "Retry for exchange order", name: "EXO-1" };
    const offer = (): Availability =>
      availability ?? (record.status === "failed" ? { is: "offered", send } : portal().notOffered);
    const read = async () => {
      return {
        raw: { ...record },
        payload,
        receipt,
        question: noQuestion,
        slot: undefined,
        availability: offer(),
      };
    };
    return { user, key, href: "/returns/1", read } satisfies Command<undefined>;
  }

  const open = (command: Command<undefined>) => portal().tokenFor(command, { ...record });

  test("a form submitted twice, concurrently or later, is sent once, and the second gets the first result [actions#once]", async () => {
    const token = await open(retry());
    const both = await Promise.all([runCommand(retry(), token), runCommand(retry(), token)]);
    const later = await runCommand(retry(), token);
    expect(arrived).toEqual([token]);
    expect(both.map((result) => result.is === "done" && result.repeated).sort()).toEqual([false, true]);
    expect(later).toMatchObject({ is: "done", repeated: true, receipt: { name: "EXO-1" } });
  });

  test("two tabs opened before either was submitted are one submission [actions#once]", async () => {
    const [one, other] = [await open(retry()), await open(retry())];
    await runCommand(retry(), one);
    expect(await runCommand(retry(), other)).toMatchObject({ is: "done", repeated: true });
    expect(arrived).toHaveLength(1);
  });

  test("opened again on the unchanged record, it says what was submitted, when and by whom, and sends once more [actions#same-command, actions#submit-again]", async () => {
    const first = await open(retry());
    await runCommand(retry(), first);
    const what = "Submitted: Retry for exchange order EXO-1";
    const earlier = await earlierSubmission(retry(), record);
    expect(earlier).toEqual({ what, at: expect.any(String), by: undefined });
    expect(await earlierSubmission(retry({ user: person("Sam") }), record)).toMatchObject({ by: "Riley" });
    const again = await open(retry());
    expect(again).not.toBe(first);
    expect(await runCommand(retry(), again)).toMatchObject({ is: "done", repeated: false });
    expect(arrived).toEqual([first, again]);
    expect(await runCommand(retry(), first), "the first form, once more").toMatchObject({ repeated: true });
    expect(arrived).toHaveLength(2);
  });

  test("a record that has changed is a new question", async () => {
    await runCommand(retry(), await open(retry()));
    record = { status: "manual" };
    expect(await earlierSubmission(retry(), record)).toBeUndefined();
  });

  test("another payload under the same token is a submission of its own, and it too is sent once", async () => {
    const token = await open(retry());
    await runCommand(retry({ payload: "one note" }), token);
    for (const repeated of [false, true])
      expect(await runCommand(retry({ payload: "another" }), token)).toMatchObject({ is: "done", repeated });
    expect(arrived).toHaveLength(2);
    expect(arrived[1]).toContain(token);
  });

  test("no longer offered because this very form was sent: reported as already submitted", async () => {
    const token = await open(retry());
    await runCommand(retry(), token);
    record = { status: "active" };
    expect(await runCommand(retry(), token)).toMatchObject({ is: "done", repeated: true });
    expect(await runCommand(retry(), await open(retry()))).toMatchObject({ is: "refused", status: 409 });
    expect(arrived).toHaveLength(1);
  });

  test("a submission without a response is retried with the same key, or reported as unknown [actions#unknown-outcome]", async () => {
    faults = ["unknown"];
    const token = await open(retry());
    expect(await runCommand(retry(), token)).toMatchObject({ is: "failed", problem: { write: "unknown" } });
    expect(await open(retry()), "an unchanged record asks the same question").toBe(token);
    expect(await runCommand(retry(), token)).toMatchObject({ is: "done", repeated: false });
    expect(arrived).toEqual([token, token]);

    key = randomUUID();
    faults = ["unknown"];
    const other = await open(retry());
    await runCommand(retry(), other);
    record = { status: "active" };
    const result = await runCommand(retry(), other);
    expect(result).toMatchObject({ is: "refused", words: expect.stringContaining("may have been taken") });
  });

  test("a record that cannot be read, or a required question, sends nothing [actions#failure]", async () => {
    const unread: Command<undefined> = { ...retry(), read: () => Promise.reject(fault("refused", 500)) };
    expect(await runCommand(unread, "t")).toMatchObject({ is: "unread" });
    for (const status of [200, 400, 409] as const) {
      const availability = { is: "unconfirmed", status } as const;
      expect(await runCommand(retry({ availability }), "t")).toMatchObject(availability);
    }
    expect(await runCommand(retry({ availability: { is: "alreadyDone" } }), "t")).toMatchObject({
      is: "alreadyDone",
    });
    expect(arrived).toEqual([]);
  });

  test("one person's submission is not another's: both are sent", async () => {
    const sam = person("Sam");
    const [mine, theirs] = [await open(retry()), await open(retry({ user: sam }))];
    await runCommand(retry(), mine);
    expect(await runCommand(retry({ user: sam }), theirs)).toMatchObject({ is: "done", repeated: false });
    expect(arrived).toHaveLength(2);
  });

  test("after a conflict it asks again with the record's current state", async () => {
    let reads = 0;
    const command: Command<undefined> = {
      ...retry(),
      read: async () => {
        reads += 1;
        const offer = await retry().read();
        const send = () => Promise.reject(fault("refused", 409));
        const description = `as read for the ${reads}. time`;
        return { ...offer, question: { ...noQuestion, description }, availability: { is: "offered", send } };
      },
    };
    expect(await runCommand(command, await open(command))).toMatchObject({
      is: "failed",
      offer: { question: { description: "as read for the 2. time" } },
      problem: { code: 409 },
    });
  });

  test("a form that was not made for who submits it sends nothing, and says so [actions#token]", async () => {
    for (const foreign of ["self-chosen-token", await open(retry({ user: person("Sam") }))]) {
      const result = await runCommand(retry(), foreign);
      expect(result).toMatchObject({ is: "failed", problem: { code: 400, write: "notSent" } });
    }
    expect(arrived).toEqual([]);
  });

  test("whoever listens is told once the result is stored, and again when the same form is sent again", async () => {
    const settled: Settled[] = [];
    portal().onSettled([
      async (one) => {
        settled.push(one);
        if (settled.length === 1) throw new Error("No database");
      },
    ]);
    try {
      const token = await open(retry());
      await expect(runCommand(retry(), token)).rejects.toThrow("No database");
      // What the listener missed is made up for, without sending the command a second time.
      expect(await runCommand(retry(), token)).toMatchObject({ is: "done", repeated: true });
      expect(settled.map((one) => one.ended)).toEqual(
        [false, true].map((repeated) => ({ is: "done", repeated })),
      );
      expect(settled[1]).toMatchObject({ key, token, href: "/returns/1", isOneOfMany: false });
      expect(arrived).toEqual([token]);
    } finally {
      portal().onSettled([]);
    }
  });
});
