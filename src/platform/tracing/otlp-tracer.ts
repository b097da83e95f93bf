import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { version } from '../lib/version.ts';
import { currentTraceparent, type RequestSpan, type Tracer } from './tracer.ts';

/** A collector that does not answer must not hold up the stop of the service. */
const closeTimeoutMs = 2_000;
/** Characters of a statement that are enough to know it by. */
const maxStatementLength = 2_000;

/**
 * Records traces and sends them to a collector as OTLP over HTTP. The packages are loaded with this file only.
 * @param endpoint without a path, such as http://127.0.0.1:4318
 */
export function openTracer(endpoint: string, log: Logger): Tracer {
  reportProblems(log);
  const resource = resourceFromAttributes({
    'service.name': 'callout',
    'service.version': version,
    'service.instance.id': crypto.randomUUID(),
  }).merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const tracer = provider.getTracer('callout', version);
  const propagator = new W3CTraceContextPropagator();
  const underWay = new AsyncLocalStorage<Context>();
  /** Runs what belongs to a span. */
  const within = <T>(context: Context, work: () => T): T => {
    const headers: { traceparent?: string } = {};
    propagator.inject(context, headers, defaultTextMapSetter);
    return underWay.run(context, () => currentTraceparent.run(headers.traceparent, work));
  };

  return {
    startRequest(method, headers): RequestSpan {
      const here = underWay.getStore() ?? ROOT_CONTEXT;
      const parent =
        headers['traceparent'] === undefined ? here : propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const context = trace.setSpan(parent, span);
      return {
        run: (work) => within(context, work),
        end: (route, status) => {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    recordStatement(pool, text, ms) {
      const parent = underWay.getStore();
      if (!parent) return;
      const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, maxStatementLength);
      const [operation = ''] = statement.split(' ', 1);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': statement,
        'callout.pool': pool,
      };
      const now = performance.now();
      tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: now - ms, attributes }, parent).end(now);
    },
    async runDelivery({ queue, attempt, traceparent }, work, hasFailed = () => false) {
      const attributes = { 'callout.queue': queue, 'callout.attempt': attempt };
      const parent = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
      const span = tracer.startSpan(`deliver ${queue}`, { kind: SpanKind.CONSUMER, attributes }, parent);
      try {
        const result = await within(trace.setSpan(parent, span), work);
        if (hasFailed(result)) span.setStatus({ code: SpanStatusCode.ERROR });
        return result;
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    async close() {
      const closed = provider.shutdown().catch(() => {}); // what could not be sent is in the log already
      await Promise.race([closed, sleep(closeTimeoutMs, undefined, { ref: false })]);
      diag.disable();
    },
  };
}

/** The messages of handlers hold no address and no secret (deliveries/attempt-delivery.ts). */
function fail(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

/** The SDK is silent unless it gets a logger. */
function reportProblems(log: Logger): void {
  const ignore = (): void => {};
  const report = (reason: string): void => log.warn({ reason }, 'traces cannot be sent or recorded');
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
