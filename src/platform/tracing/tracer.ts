import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';

/** The span that is under way, as a header `traceparent` (W3C); undefined without a tracer. */
export const currentTraceparent = new AsyncLocalStorage<string | undefined>();

/** A delivery whose attempt is recorded. */
export interface TracedDelivery {
  queue: string;
  attempt: number;
  /** the span that caused it */
  traceparent: string | null | undefined;
}

/** The span of a request that is under way. */
export interface RequestSpan {
  /** Runs what belongs to the request: its statements become children of the span. */
  run(work: () => void): void;
  /** @param route the pattern of the route, or `none` for an unknown path */
  end(route: string, status: number): void;
}

/** What records traces (docs/monitoring.md, Traces). There is one only with OTEL_EXPORTER_OTLP_ENDPOINT. */
export interface Tracer {
  /** Begins the span of a request. Its parent is named by the header `traceparent`, or is what is under way in this process. */
  startRequest(method: string, headers: IncomingHttpHeaders): RequestSpan;
  /**
   * Records a statement that has just ended, as a child of what is under way; statements of nothing are left out.
   * @param text holds no values @param ms the server's time for it
   */
  recordStatement(pool: string, text: string, ms: number): void;
  /**
   * Runs an attempt at a delivery in a span, whose parent is the span that caused the delivery.
   * @param hasFailed whether a result means that the attempt failed; by default only a thrown error does
   */
  runDelivery<T>(delivery: TracedDelivery, work: () => Promise<T>, hasFailed?: (result: T) => boolean): Promise<T>;
  /** Sends what is left. */
  close(): Promise<void>;
}
