import type { Deps } from '../../platform/capability/deps.ts';
import { systemRead } from '../../platform/database/database.ts';
import { deliveryHealth } from '../../platform/health/delivery-health.ts';
import { type HealthCheck, healthResult } from '../../platform/health/health-check.ts';
import { seconds } from '../../platform/lib/duration.ts';
import { MailHealth } from './schemas.ts';

export const mailCheck = ({ db, config }: Deps): HealthCheck => ({
  name: 'mail',
  level: 'shown',
  schema: MailHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    const { reason, details } = await systemRead(db, (lane) => deliveryHealth(lane, 'mails', config.publicUrl));
    return healthResult(config.smtp ? reason : 'not_configured', details);
  },
});
