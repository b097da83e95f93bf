import { type TProperties, Type } from 'typebox';
import { NullableTimestamp, OneOf } from '../http/schemas.ts';

export const healthStates = ['ok', 'off', 'trouble'] as const;

/** @returns the schema of a health check's result */
export function healthSchema<const Reasons extends readonly string[], T extends TProperties>(
  title: string,
  reasons: Reasons,
  details: T,
) {
  return Type.Object({ state: OneOf(healthStates), reason: OneOf(reasons), ...details }, { title });
}

/** Rows that a health check counts at most, so that its time is bounded. */
export const maxCounted = 1_000;

/** A number of rows on the health page. */
export const CountUpTo1000 = (description: string) =>
  Type.Integer({ description: `${description} More than 1,000 are not counted.` });

/** What the health page shows of a delivery queue. */
export const deliveryDetails = {
  waiting: CountUpTo1000('Deliveries that are not sent yet.'),
  failing: CountUpTo1000('How many of them failed and are retried.'),
  failure: Type.String({ description: 'The error of one of them; empty when none failed.' }),
  last_sent_at: NullableTimestamp,
};

/** What the health page shows of a job. */
export const jobDetails = {
  last_run_at: NullableTimestamp,
  next_run_at: { ...NullableTimestamp, description: 'null: not planned.' },
};
