import type { RequestOrigin } from '../../platform/audit/audit-log.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Attempt, RateLimit } from '../../platform/http/rate-limiter.ts';
import { attemptsOf } from '../../platform/http/rate-limits.ts';
import { days, hours } from '../../platform/lib/duration.ts';

/** Forms without proof of work: from one network in an hour, and of one object in 24 hours. */
const formsPerNetwork: RateLimit = { name: 'portal-form', max: 3, windowMs: hours(1) };
const formsPerObject: RateLimit = { name: 'portal-form-object', max: 10, windowMs: days(1) };

/** All reports of a network. */
export const reportsPerNetwork = ({ quotas }: Pick<Config, 'quotas'>): RateLimit => ({
  name: 'portal-report',
  max: quotas.reportsPerNetwork,
  windowMs: hours(1),
});

/** What a form without proof of work counts as. */
export const formAttempts = (config: Config, objectId: number, origin: RequestOrigin): [Attempt, ...Attempt[]] => [
  { limit: formsPerObject, subject: String(objectId) },
  ...attemptsOf(reportsPerNetwork(config), origin),
  ...attemptsOf(formsPerNetwork, origin),
];
