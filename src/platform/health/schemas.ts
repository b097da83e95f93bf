import { type TProperties, Type } from 'typebox';
import { NullableTimestamp, OneOf } from '../http/schemas.ts';

export const healthStates = ['ok', 'off', 'trouble'] as const;

/** The schema of a health check's result with its possible reasons and details. */
export function healthSchema<const Reasons extends readonly string[], T extends TProperties>(
  title: string,
  reasons: Reasons,
  details: T,
) {
  return Type.Object({ state: OneOf(healthStates), reason: OneOf(reasons), ...details }, { title });
}

/** A number of rows on the health page; counting stops at 1,000. */
export const CountUpTo1000 = (description: string) =>
  Type.Integer({ description: `${description} More than 1,000 are not counted.` });

/** What the health page shows of a delivery queue. */
export const deliveryDetails = {
  waiting: CountUpTo1000('Deliveries that have not left yet.'),
  failing: CountUpTo1000('Of these, those that failed and are tried again.'),
  failure: Type.String({ description: 'Why one of them failed; empty when none did.' }),
  last_sent_at: NullableTimestamp,
};

/** What the health page shows of a job. */
export const jobDetails = {
  last_run_at: NullableTimestamp,
  next_run_at: { ...NullableTimestamp, description: 'null: not planned.' },
};
