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

/** Until `startTraces` sets it, nothing is traced, and the SDK is not loaded. */
let tracer: Tracer | undefined;

/**
 * Exports spans to OTEL_EXPORTER_OTLP_ENDPOINT; the SDK reads its other settings (OTEL_EXPORTER_OTLP_HEADERS,
 * OTEL_BSP_…) itself. `onFailure` gets export errors. Resolves to a function that flushes the last spans.
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
 * A span's name and attributes, of low cardinality. Attributes contain no more than the log does: a kind of page, a
 * call's name, a status, a correlation id; never the user, the query, or a token. `parent` is the caller's traceparent,
 * if sent.
 */
export type Doing = {
  kind: keyof typeof kinds;
  name: string;
  attributes?: Attributes;
  parent?: string | undefined;
};

/** An open span: work can run in its context, and it ends with a result. */
export type OpenSpan = { run<T>(work: () => T): T; end(outcome: Attributes, failed: boolean): void };

/** Starts a span; undefined when tracing is off. */
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

/** The traceparent of the active span; undefined when tracing is off. */
export function traceparentNow(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/**
 * Runs `work` in a span of its own. An exception is rethrown and marks the span as failed, with its type only; a thrown
 * Response, such as a redirect, is no failure.
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
