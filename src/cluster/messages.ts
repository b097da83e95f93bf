import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** The figures of one process, as its registry gives them. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** What processes of one machine tell each other. `id` pairs an answer with its question. */
export type Message =
  /** from a worker: it answers requests */
  | { type: 'ready' }
  /** to a worker, and its answer: what it counts */
  | { type: 'count'; id: number }
  | { type: 'counted'; id: number; figures: Figures }
  /** from a worker that was asked for `/metrics`, and the answer: what all count */
  | { type: 'countAll'; id: number }
  | { type: 'countedAll'; id: number; text: string };
