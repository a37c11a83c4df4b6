import { setTimeout as pause } from "node:timers/promises";
import { wordsOf } from "../support/html.ts";
import { formIn, type Visitor } from "../support/visitor.ts";

/** Patience with one note, in milliseconds. */
const maxMs = 60_000;
/** Between two notes of a person, who may write 240 times a minute. */
const betweenMs = 300;
/** Each person's notes before, between and after the times that the database ends. */
const notesBetween = 3;

/** One person's notes on one return: each is pressed again, as the same form, until the portal takes it. */
function keepWriting(visitor: Visitor, exo: string, name: string) {
  const acknowledged: string[] = [];
  const slowest = { ms: 0 };
  let presses = 0;
  let isOver = false;

  /** A page that is there, whatever fails meanwhile. */
  async function opened() {
    const begun = performance.now();
    for (;;) {
      // Nothing may listen at this moment: it is opened again until the minute is over.
      const reply = await visitor.get(exo).catch(() => undefined);
      if (reply?.status === 200) return reply;
      if (performance.now() - begun > maxMs)
        throw new Error(`${exo} answered ${reply?.status ?? "nothing"} for a minute`);
      await pause(100);
    }
  }
  async function write(text: string): Promise<void> {
    const form = formIn(await opened(), ({ fields }) => fields.intent === "write");
    const { pathname, search } = new URL(form.action);
    const begun = performance.now();
    for (;;) {
      presses += 1;
      const pressed = performance.now();
      // An answer that never came is one of what is tested: the same form is pressed again.
      const reply = await visitor.post(pathname + search, { ...form.fields, text }).catch(() => undefined);
      const now = performance.now();
      slowest.ms = Math.max(slowest.ms, now - pressed);
      if (reply?.status === 302) break;
      if (now - begun > maxMs) throw new Error(`'${text}' got ${reply?.status ?? "no answer"} for a minute`);
      await pause(100);
    }
    acknowledged.push(text);
  }
  const writing = (async () => {
    for (let n = 1; !isOver; n += 1) {
      await write(`${name} note ${n}.`);
      await pause(betweenMs);
    }
  })();
  // Awaited by `writeMore` and `end`, which throw what it throws; until then it is no unhandled rejection.
  writing.catch(() => undefined);
  return {
    /** Resolves once some more notes are acknowledged. */
    async writeMore() {
      const enough = acknowledged.length + notesBetween;
      while (acknowledged.length < enough) await Promise.race([pause(50), writing]);
    },
    /** Resolves once the last note is acknowledged, and each is there once. */
    async end() {
      isOver = true;
      await writing;
      const words = wordsOf((await opened()).text);
      for (const text of acknowledged) {
        const times = words.split(text).length - 1;
        if (times !== 1) throw new Error(`'${text}' was acknowledged and is there ${times} times`);
      }
      const found = words.split(`${name} note `).length - 1;
      if (found !== acknowledged.length)
        throw new Error(`${found} notes of ${name} are there, ${acknowledged.length} were acknowledged`);
      return { acknowledged: acknowledged.length, presses, slowestMs: slowest.ms };
    },
  };
}

/**
 * Several people write notes without pause while `work` is done `rounds` times, each once everybody has written again.
 * Returns how many notes were acknowledged, and throws if one of those is missing, or any is there twice.
 */
export async function whileWriting(
  people: readonly { visitor: Visitor; exo: string; name: string }[],
  rounds: number,
  work: () => Promise<void>,
) {
  const writers = people.map(({ visitor, exo, name }) => keepWriting(visitor, exo, name));
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(writers.map((writer) => writer.writeMore()));
    await work();
  }
  await Promise.all(writers.map((writer) => writer.writeMore()));
  const ended = await Promise.all(writers.map((writer) => writer.end()));
  return {
    acknowledged: ended.reduce((sum, one) => sum + one.acknowledged, 0),
    presses: ended.reduce((sum, one) => sum + one.presses, 0),
    slowestMs: Math.max(...ended.map(({ slowestMs }) => slowestMs)),
  };
}
