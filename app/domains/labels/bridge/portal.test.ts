import fc from "fast-check";
import { expect, test } from "vitest";
import { printPrinterPath } from "../paths.ts";
import { createPortal } from "./portal.ts";

test("a choice of a printer is saved also where its page is left at once [labels#chosen]", async () => {
  const sent: (RequestInit | undefined)[] = [];
  const portal = createPortal(async (_path, init) => {
    sent.push(init);
    return new Response(null, { status: 204 });
  });
  await portal.choose("Bench 1", { language: "ZPL" });
  expect(sent).toMatchObject([{ method: "POST", keepalive: true }]);
});

test("a printer's language stays, however slowly the portal answers the choices before it [labels#allowed]", async () => {
  const printers = fc.array(fc.constantFrom("Bench 1", "Bench 2"), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), printers, async (scheduler, names) => {
      /** The workstation's cookie: each response rewrites it as a whole, based on its own request. */
      let cookie: Record<string, string> = {};
      const portal = createPortal(async (path, init) => {
        if (path !== printPrinterPath || !(init?.body instanceof FormData)) return Response.error();
        const written = { ...cookie, [String(init.body.get("printer"))]: String(init.body.get("language")) };
        await scheduler.schedule(Promise.resolve());
        cookie = written;
        return new Response(null, { status: 204 });
      });
      // A person chooses a printer, whose queue events the page starts before it prints there.
      const requests = names.flatMap((printer) => [
        portal.choose(printer, { language: "ZPL", isSet: false }),
        portal.choose(printer, { language: "ZPL" }),
      ]);
      await scheduler.waitFor(Promise.all(requests));
      expect(cookie).toEqual(Object.fromEntries(names.map((name) => [name, "ZPL"])));
    }),
  );
});
