import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  propagation,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/** Nothing is traced, and nothing of the SDK is loaded, until `startTraces` sets it. */
let tracer: Tracer | undefined;

/**
 * Starts sending spans to the receiver that OTEL_EXPORTER_OTLP_ENDPOINT names; the SDK reads its other settings
 * (OTEL_EXPORTER_OTLP_HEADERS, OTEL_BSP_…) itself. `onFailure` hears of spans that nobody took. Resolves to what sends
 * the last ones.
 */
export async function startTraces(
  service: string,
  onFailure: (words: string) => void,
): Promise<() => Promise<void>> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, hooks, core] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/core"),
  ]);
  const nothing = () => undefined;
  const heard = { error: onFailure, warn: onFailure, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(heard, DiagLogLevel.WARN);
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  tracer = provider.getTracer(service);
  return async () => {
    tracer = undefined;
    context.disable();
    propagation.disable();
    await provider.shutdown();
  };
}

/** Whether anything is traced. */
export const isTracing = (): boolean => tracer !== undefined;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, inner: SpanKind.INTERNAL };

/**
 * What is being done, by a name that few things share. Attributes say no more than the log does: a kind of page, a
 * call's name, a status, a correlation id; never who asks, for what, or with which token. `parent` is the traceparent
 * of whoever asked, where they sent one.
 */
export type Doing = {
  kind: keyof typeof kinds;
  name: string;
  attributes?: Attributes;
  parent?: string | undefined;
};

/** A span that has begun: what runs in it is its own, and it ends with what came of it. */
export type OpenSpan = { run<T>(work: () => T): T; end(outcome: Attributes, failed: boolean): void };

/** Begins a span; undefined where nothing is traced. */
export function openSpan({ kind, name, attributes = {}, parent }: Doing): OpenSpan | undefined {
  if (!tracer) return undefined;
  const above = propagation.extract(context.active(), { traceparent: parent });
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, above);
  return {
    run: (work) => context.with(trace.setSpan(above, span), work),
    end(outcome, failed) {
      span.setAttributes(outcome);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** What names the span that runs now to whoever is called; undefined where nothing is traced. */
export function traceparentNow(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/**
 * Runs `work` in a span of its own. What it throws passes through and marks the span as failed, by its kind alone; a
 * thrown Response, as a redirect is, fails nothing.
 */
export async function inSpan<T>(doing: Doing, work: () => Promise<T>): Promise<T> {
  const span = openSpan(doing);
  if (!span) return work();
  try {
    const value = await span.run(work);
    span.end({}, false);
    return value;
  } catch (problem) {
    const failed = !(problem instanceof Response);
    span.end(failed ? { "error.type": problem instanceof Error ? problem.name : "unknown" } : {}, failed);
    throw problem;
  }
}
