import type { RequestOrigin } from '../../../platform/audit/audit-log.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { tooManyAttempts } from '../../../platform/http/errors.ts';
import { type Attempt, countAttempt, type RateLimit } from '../../../platform/http/rate-limiter.ts';
import { attemptsOf } from '../../../platform/http/rate-limits.ts';
import { days, hours } from '../../../platform/lib/duration.ts';

/** Forms without proof of work: from one network in an hour, and of one object in 24 hours. */
const formsPerNetwork: RateLimit = { name: 'portal-form', max: 3, windowMs: hours(1) };
const formsPerObject: RateLimit = { name: 'portal-form-object', max: 10, windowMs: days(1) };

/** All reports of a network. */
export const reportsPerNetwork = ({ quotas }: Pick<Config, 'quotas'>): RateLimit => ({
  name: 'portal-report',
  max: quotas.reportsPerNetwork,
  windowMs: hours(1),
});

/** Answers about appointments, and ratings, of an object: as many as reports. Those of a network count as its reports. */
const answersPerObject = ({ quotas }: Pick<Config, 'quotas'>): RateLimit => ({
  name: 'portal-answer',
  max: quotas.reportsPerObject,
  windowMs: days(1),
});

/** What a form without proof of work counts as, accepted or not. */
export const formAttempts = (config: Config, origin: RequestOrigin): [Attempt, ...Attempt[]] => [
  ...attemptsOf(reportsPerNetwork(config), origin),
  ...attemptsOf(formsPerNetwork, origin),
];

/**
 * Counts a form without proof of work of an object, in the transaction of its report: forms that are refused must not use up what
 * others may send.
 * @throws 429 the object got too many
 */
export const countForm = (tx: Tx, objectId: number, now: Date): Promise<void> => countOfObject(tx, formsPerObject, objectId, now);

/** Messages of reporters about an object: as many as reports. Those of a network count as its reports. */
const messagesPerObject = ({ quotas }: Pick<Config, 'quotas'>): RateLimit => ({
  name: 'portal-message',
  max: quotas.reportsPerObject,
  windowMs: days(1),
});

/** Counts a message, in its transaction. @throws 429 there were too many about the object */
export const countMessage = (tx: Tx, config: Config, objectId: number, now: Date): Promise<void> =>
  countOfObject(tx, messagesPerObject(config), objectId, now);

/** Counts an answer, in its transaction. @throws 429 there were too many of the object */
export const countAnswer = (tx: Tx, config: Config, objectId: number, now: Date): Promise<void> =>
  countOfObject(tx, answersPerObject(config), objectId, now);

async function countOfObject(tx: Tx, limit: RateLimit, objectId: number, now: Date): Promise<void> {
  const { admitted, waitMs } = await countAttempt(tx, { limit, subject: String(objectId) }, now);
  if (!admitted) throw tooManyAttempts(Math.ceil(waitMs / 1_000));
}
