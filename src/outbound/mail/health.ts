import { type Db, systemRead } from '../../platform/database/database.ts';
import { readJobResult, recordJobResult } from '../../platform/deliveries/job-results.ts';
import { deliveryHealth } from '../../platform/health/delivery-health.ts';
import { type HealthCheck, healthResult } from '../../platform/health/health-check.ts';
import { deliveryDetails, healthSchema } from '../../platform/health/schemas.ts';
import { seconds } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';

export const MailHealth = healthSchema(
  'MailHealth',
  ['working', 'not_configured', 'failing', 'given_up', 'rejected', 'no_public_url'],
  deliveryDetails,
);

/** Mails of the service itself, and notifications by mail, which go over the same server. */
const queues = ['mails', 'notification_mails'] as const;
/** Has failed when the server refused a mail for good. */
const rejections = 'mail rejections';

export const mailCheck = ({ db, config }: Deps): HealthCheck => ({
  name: 'mail',
  level: 'shown',
  schema: MailHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    const { smtp, publicUrl } = config;
    const { reason, details } = await systemRead(db, (lane) => mailHealth(lane, publicUrl, smtp !== undefined));
    return healthResult(smtp ? reason : 'not_configured', details);
  },
});

/** That some mails are refused is normal; that none was ever accepted points to a wrong setting. */
async function mailHealth(db: Db, publicUrl: string, isConfigured: boolean) {
  const { reason, details } = await deliveryHealth(db, queues, publicUrl);
  const isDoubtful = isConfigured && details.last_sent_at === null && (reason === 'working' || reason === 'no_public_url');
  const { hasFailed } = isDoubtful ? await readJobResult(db, rejections) : { hasFailed: false };
  return { reason: hasFailed ? ('rejected' as const) : reason, details };
}

/** Logs that the server refused a mail for good, and stores it for the health page. @param about without the address */
export async function recordRejection(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  about: { kind: string; user?: string; report?: string; reason: string },
): Promise<void> {
  deps.log.warn(about, 'the mail server rejected a mail permanently');
  await recordJobResult(deps, rejections, 'failed', deps.clock());
}
