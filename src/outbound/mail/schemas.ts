import { deliveryDetails, healthSchema } from '../../platform/health/schemas.ts';

export const MailHealth = healthSchema(
  'MailHealth',
  ['working', 'not_configured', 'failing', 'given_up', 'rejected', 'no_public_url'],
  deliveryDetails,
);
