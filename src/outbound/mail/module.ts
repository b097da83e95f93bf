import type { DeliveryHandler } from '../../platform/deliveries/attempt-delivery.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Module } from '../../platform/module/module.ts';
import { withBranding } from './branding.ts';
import { composeMail } from './compose.ts';
import { mailCheck, recordRejection } from './health.ts';
import { currentMailer } from './transport.ts';

export const mail: Module = {
  name: 'mail',
  deliveryHandlers: (deps) => ({
    mails: { handler: createMailHandler(deps), recordAs: 'mails', policy: { concurrency: 4, perTenant: 2 } },
  }),
  healthChecks: (deps) => [mailCheck(deps)],
};

/** Sends mails over SMTP (docs/rules.md, Notifications); without a mail server it drops them. */
export function createMailHandler(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): DeliveryHandler<'mails'> {
  const mailer = currentMailer(deps.config);
  return async ({ payload, created_at }) => {
    const send = mailer();
    if (!send) return 'dropped';
    const composed = await composeMail(deps, payload, new Date(created_at));
    if (!composed) return 'dropped';
    const { to, mail, about, headers } = composed;
    const rejection = await send(to, withBranding(mail, deps.config.branding), headers);
    if (rejection === undefined) return 'sent';
    await recordRejection(deps, { kind: payload.kind, ...about, reason: rejection });
    return 'dropped';
  };
}
