import { expect, test } from "vitest";
import { dataAddress } from "./address.ts";
import { aheadHeaders, onceHeader } from "./headers.ts";
import { aheadMs, createPages, seenMs } from "./pages.ts";

const page = (path: string, routes: string[] = ["list"]) =>
  dataAddress(new URL(path, "http://portal.example"), routes);

function setUp() {
  let time = 0;
  let says = (url: string) => new Response(`data of ${url}`);
  const asked: {
    url: string;
    isAhead: boolean;
    signal: AbortSignal | null | undefined;
    answer: () => void;
  }[] = [];
  const pages = createPages(
    (input, init) =>
      new Promise((resolve, reject) => {
        const url = new URL(input).pathname;
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        const isAhead = init?.headers === aheadHeaders;
        asked.push({ url, isAhead, signal: init?.signal, answer: () => resolve(says(url)) });
      }),
    () => time,
  );
  /** What a press shows, and how often the server was asked for it. */
  async function open(url: URL, init: RequestInit = {}) {
    const before = asked.length;
    pages.press(url);
    const answer = pages.fetch(url, init);
    for (const { answer } of asked.slice(before)) answer();
    return { text: await (await answer).text(), asked: asked.length - before };
  }
  return {
    pages,
    asked,
    open,
    pass: (ms: number) => {
      time += ms;
    },
    answerWith: (to: typeof says) => {
      says = to;
    },
    last: () => {
      const one = asked.at(-1);
      if (!one) throw new Error("nothing was asked");
      return one;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a read begins once, says that nobody has asked, and serves the press [screens#intent]", async () => {
  const { pages, asked, last, open } = setUp();
  pages.begin(page("/orders/1"));
  pages.begin(page("/orders/1"));
  expect(asked.map(({ url, isAhead }) => ({ url, isAhead }))).toEqual([
    { url: "/orders/1.data", isAhead: true },
  ]);
  last().answer();
  await settled();
  expect(await open(page("/orders/1"))).toEqual({ text: "data of /orders/1.data", asked: 0 });
});

test("a press while the read is under way waits for it", async () => {
  const { pages, asked, last } = setUp();
  pages.begin(page("/orders/1"));
  pages.press(page("/orders/1"));
  pages.leave(page("/orders/1"));
  const answer = pages.fetch(page("/orders/1"));
  pages.leave(page("/orders/1"));
  last().answer();
  expect(await (await answer).text()).toBe("data of /orders/1.data");
  expect(asked).toHaveLength(1);
});

test("moving on ends the read, and so does going elsewhere after the press", async () => {
  const { pages, last } = setUp();
  pages.begin(page("/orders/1"));
  pages.leave(page("/orders/1"));
  expect(last().signal?.aborted).toBe(true);
  pages.begin(page("/orders/2"));
  pages.press(page("/orders/2"));
  const elsewhere = new AbortController();
  const answer = pages.fetch(page("/orders/2"), { signal: elsewhere.signal });
  elsewhere.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  expect(last().signal?.aborted).toBe(true);
});

test("no more than two are read at once", () => {
  const { pages, asked } = setUp();
  for (const id of ["1", "2", "3"]) pages.begin(page(`/orders/${id}`));
  expect(asked.map(({ url }) => url)).toEqual(["/orders/1.data", "/orders/2.data"]);
});

test("what was read long before the press, failed, or says too little is read again", async () => {
  const { pages, last, open, pass, answerWith } = setUp();
  pages.begin(page("/orders/1"));
  last().answer();
  await settled();
  pass(aheadMs);
  expect(await open(page("/orders/1"))).toMatchObject({ asked: 1 });
  pages.begin(page("/orders/2"));
  answerWith(() => new Response("no", { status: 502 }));
  last().answer();
  await settled();
  answerWith((url) => new Response(`data of ${url}`));
  expect(await open(page("/orders/2"))).toEqual({ text: "data of /orders/2.data", asked: 1 });
  pages.begin(page("/orders/3"));
  last().answer();
  await settled();
  expect(await open(page("/orders/3", ["list", "panel"]))).toMatchObject({ asked: 1 });
});

test("where the server hands nothing out ahead it is not asked ahead again", async () => {
  const { pages, asked, last, answerWith } = setUp();
  answerWith(() => new Response(null, { status: 204 }));
  pages.begin(page("/find?q=1", ["find"]));
  last().answer();
  await settled();
  pages.begin(page("/find?q=2", ["find"]));
  expect(asked).toHaveLength(1);
});

test("a page seen a moment ago is shown at once, and whether it has changed is asked behind", async () => {
  const { pages, open, last, pass, answerWith } = setUp();
  await open(page("/orders"));
  expect(await open(page("/orders"))).toEqual({ text: "data of /orders.data", asked: 0 });
  const same = pages.hasChanged(new AbortController().signal);
  expect(last().isAhead).toBe(true);
  last().answer();
  expect(await same).toBe(false);
  await open(page("/orders"));
  answerWith(() => new Response("newer"));
  const changed = pages.hasChanged(new AbortController().signal);
  last().answer();
  expect(await changed).toBe(true);
  expect(await open(page("/orders"))).toEqual({ text: "newer", asked: 1 });
  pass(seenMs);
  expect(await open(page("/orders"))).toMatchObject({ asked: 1 });
});

test("nothing outlives a write, not even what was asked before it", async () => {
  const { pages, asked, last, open } = setUp();
  await open(page("/orders"));
  pages.begin(page("/orders/1"));
  const ahead = last();
  pages.press(page("/orders/2"));
  const slow = pages.fetch(page("/orders/2"));
  const slowest = last();
  const write = pages.fetch(page("/orders/2/actions/hold"), { method: "POST" });
  expect(ahead.signal?.aborted).toBe(true);
  last().answer();
  await write;
  slowest.answer();
  await slow;
  const before = asked.length;
  for (const path of ["/orders", "/orders/1", "/orders/2"]) await open(page(path));
  expect(asked).toHaveLength(before + 3);
});

test("what is handed out once is not shown again", async () => {
  const { open, answerWith } = setUp();
  answerWith(() => new Response("form", { headers: { [onceHeader]: "1" } }));
  await open(page("/orders/1/actions/hold"));
  expect(await open(page("/orders/1/actions/hold"))).toMatchObject({ asked: 1 });
});

test("what no person pressed is left to the browser", async () => {
  const { pages, asked, last, open } = setUp();
  await open(page("/returns/live"));
  const poll = pages.fetch(page("/returns/live"));
  last().answer();
  await poll;
  expect(asked).toHaveLength(2);
});
