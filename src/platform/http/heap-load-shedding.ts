import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { overloaded } from './errors.ts';

/** Share of the heap size limit, at which V8 ends the process. */
const maxHeapShare = 0.85;
const sampleIntervalMs = 250;

/** Load shedding by memory: answers 503 while the heap is nearly full, except on routes with `pressureHandler: passAlways`. */
export async function registerHeapLoadShedding(
  app: FastifyInstance,
  maxHeapUsedBytes = getHeapStatistics().heap_size_limit * maxHeapShare,
): Promise<void> {
  const pressureHandler = (): never => {
    throw overloaded();
  };
  await app.register(underPressure, { maxHeapUsedBytes, sampleInterval: sampleIntervalMs, pressureHandler });
}

/** For health checks and metrics, which answer even when the heap is nearly full. */
export const passAlways = (): undefined => undefined;
