import type { Deps } from '../../platform/capability/deps.ts';
import type { DeliveryHandler } from '../../platform/deliveries/attempt-delivery.ts';
import { composeMail } from './compose.ts';
import { recordRejection } from './health.ts';
import { createMailer } from './transport.ts';

/** Sends mails over SMTP (docs/rules.md, Notifications); without SMTP_HOST it drops them. */
export function createMailHandler(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): DeliveryHandler<'mails'> {
  const { smtp } = deps.config;
  if (!smtp) return async () => 'dropped';
  const send = createMailer(smtp);
  return async ({ payload, created_at }) => {
    const composed = await composeMail(deps, payload, new Date(created_at));
    if (!composed) return 'dropped';
    const { to, mail, about, headers } = composed;
    const rejection = await send(to, mail, headers);
    if (rejection === undefined) return 'sent';
    await recordRejection(deps, { kind: payload.kind, ...about, reason: rejection });
    return 'dropped';
  };
}
