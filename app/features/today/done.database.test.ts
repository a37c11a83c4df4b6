import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import type { AuditFact } from "#app/core/audit/trail.server.ts";
import { DEFAULT_ZONE } from "#app/core/ui/text/time.ts";
import { dayStart, toWallTime } from "#app/core/values/wallClock.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn } from "#tests/support/portalModules.ts";
import { onFakeClock } from "#tests/support/today.ts";

onPortalDatabases((database) => {
  const portal = portalOn(database, () => import("./done.server.ts"));
  onFakeClock();

  test("what one has done today is told by what one sent, without others' and other days'", async () => {
    const { doneToday } = portal();
    const { keepFollowed } = await import("#app/core/commands/follow.server.ts");
    const subject = randomUUID();
    const midnight =
      dayStart(toWallTime(vi.getRealSystemTime(), DEFAULT_ZONE).date, DEFAULT_ZONE)?.getTime() ?? 0;
    const at = midnight + 9 * 3600_000;
    vi.setSystemTime(at);
    const sent = {
      ...{ kind: "returns", alias: "", id: "exo", action: "retry", name: "EXO", href: "/", closeTo: "/" },
      ...{ before: { revision: "1", at: "", words: "", moves: false }, subject, at },
      object: "Retry for exchange order",
    };
    for (const more of [
      { at: midnight - 1_800_000 },
      { at: midnight + 1_800_000 },
      { object: "Put On Hold for exchange order" },
      {},
      { subject: "another" },
    ]) {
      const { subject, ...about } = { ...sent, ...more };
      await keepFollowed({ subject }, { ...about, submission: randomUUID() });
    }
    expect(await doneToday(subject)).toBe("2 retried, 1 put on hold");
  });

  test("what a person did last is by the trail: their own actions that were done, the last thirty days [today#queues]", async () => {
    const { recordsDoneLast } = portal();
    const { trail } = await import("#app/core/audit/audit.server.ts");
    const subject = randomUUID();
    const at = vi.getRealSystemTime();
    const done: AuditFact = {
      ...{ subject, name: "Riley", did: "Submitted: Retry for exchange order", record: "EXO", why: "" },
      ...{ kind: "action", outcome: "done", address: "", correlationId: "", at, href: "/returns/exo-1" },
    };
    const others: Partial<AuditFact>[] = [
      { at: at - 31 * 24 * 3600_000, href: "/orders/old" },
      { subject: "another", href: "/orders/theirs" },
      { outcome: "refused", href: "/orders/refused" },
      { kind: "export", href: "/orders/" },
      {},
      { href: "/store/SNS/products/p1?group=G" },
    ];
    for (const other of others) await trail.append({ ...done, ...other });
    expect(await recordsDoneLast(subject)).toEqual(["/store/SNS/products/p1?group=G", "/returns/exo-1"]);
  });
});
