import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { HttpError, overloaded } from './errors.ts';

/** Of what V8 may use, before it ends the process. */
const maxHeapShare = 0.85;
const sampleIntervalMs = 250;

class HeapExhausted extends HttpError {
  constructor() {
    const { status, message, retryAfter = 1 } = overloaded();
    super(status, message, { retryAfter });
  }
}

/**
 * Answers 503 while the heap is nearly full, all but the routes of operators (`pressureHandler: passAlways`).
 * @param maxHeapUsedBytes above it requests are refused
 */
export async function registerHeapGuard(
  app: FastifyInstance,
  maxHeapUsedBytes = getHeapStatistics().heap_size_limit * maxHeapShare,
): Promise<void> {
  await app.register(underPressure, { maxHeapUsedBytes, sampleInterval: sampleIntervalMs, customError: HeapExhausted });
}

/** For routes that answer however full the heap is. */
export const passAlways = (): undefined => undefined;
