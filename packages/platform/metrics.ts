import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { z } from "zod";
import type { Connection } from "#database/connect.ts";

/** The platform's metrics. Labels have few values: a documented call's name, a queue, never request data. */
export const registry = new Registry();

const registers = [registry];
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const requests = new Counter({
  name: "platform_http_requests_total",
  help: "Requests that were answered, by documented call (or address), method and class of status",
  labelNames: ["call", "method", "status"],
  registers,
});
const requestSeconds = new Histogram({
  name: "platform_http_request_seconds",
  help: "How long requests took, by documented call (or address)",
  labelNames: ["call"],
  buckets,
  registers,
});
const jobs = new Counter({
  name: "platform_jobs_total",
  help: "Background jobs that were run, by queue and outcome; a job that failed is tried again",
  labelNames: ["queue", "outcome"],
  registers,
});
const jobSeconds = new Histogram({
  name: "platform_job_seconds",
  help: "How long background jobs took, by queue",
  labelNames: ["queue"],
  buckets,
  registers,
});
const ediFiles = new Counter({
  name: "platform_edi_files_total",
  help: "Files of the inbound folder, by what became of them: taken, quarantined, or failed to be looked for",
  labelNames: ["outcome"],
  registers,
});
const ediFileOutcomes = ["taken", "quarantined", "failed"] as const;
// Prometheus counts an increase only after a first sample: an alert needs the 0 before the 1.
for (const outcome of ediFileOutcomes) ediFiles.inc({ outcome }, 0);

export function countRequest(call: string, method: string, status: number, ms: number): void {
  requests.inc({ call, method, status: `${Math.floor(status / 100)}xx` });
  requestSeconds.observe({ call }, ms / 1000);
}

export async function counted<T>(queue: string, job: () => Promise<T>): Promise<T> {
  const end = jobSeconds.startTimer({ queue });
  jobs.inc({ queue, outcome: "failed" }, 0);
  let outcome = "failed";
  try {
    const value = await job();
    outcome = "done";
    return value;
  } finally {
    end();
    jobs.inc({ queue, outcome });
  }
}

/** Counts records that a job could not advance; each is retried. */
export const countFailures = (queue: string, failures: number): void =>
  jobs.inc({ queue, outcome: "failed" }, failures);

export const countEdiFile = (outcome: (typeof ediFileOutcomes)[number]): void => ediFiles.inc({ outcome });

const delayedRows = z.array(z.object({ kind: z.string(), seconds: z.coerce.number() }));
const lateRows = z.array(z.object({ name: z.string(), late: z.coerce.number() }));

/** A job that has waited this long is late: every queue is polled more often. */
const lateAfter = "2 minutes";

/** Adds metrics from the database, queried at each scrape. */
export function watchDatabase({ executeSql, connections }: Pick<Connection, "executeSql" | "connections">) {
  new Gauge({
    name: "platform_database_connections",
    help: "Connections of the database's pool, and questions that wait for one",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: "platform_database_answer_seconds",
    help: "How long the database took just now for the smallest question, waiting for a connection included",
    registers,
    async collect() {
      const started = performance.now();
      await executeSql("select 1");
      this.set((performance.now() - started) / 1000);
    },
  });
  new Gauge({
    name: "platform_delayed_work_seconds",
    help: "Age of the oldest promised work that failed and is tried again, by queue; no value where nothing is delayed",
    labelNames: ["queue"],
    registers,
    async collect() {
      const { rows } = await executeSql(
        "select kind, extract(epoch from now() - min(since)) as seconds from delayed_work group by kind",
      );
      this.reset();
      for (const { kind, seconds } of delayedRows.parse(rows)) this.set({ queue: kind }, seconds);
    },
  });
  new Gauge({
    name: "platform_jobs_late",
    help: "Background jobs that have waited for more than two minutes, by queue",
    labelNames: ["queue"],
    registers,
    async collect() {
      const { rows } = await executeSql(
        `select schedule.name, count(job.id) as late from pgboss.schedule
         left join pgboss.job on job.name = schedule.name and job.state < 'active'
           and job.start_after < now() - interval '${lateAfter}'
         group by schedule.name`,
      );
      this.reset();
      for (const { name, late } of lateRows.parse(rows)) this.set({ queue: name }, late);
    },
  });
}
