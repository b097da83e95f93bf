import type { Capability } from '../../platform/capability/capability.ts';
import { createMailHandler } from './delivery-handler.ts';
import { mailCheck } from './health.ts';

export const mail: Capability = {
  name: 'mail',
  deliveryHandlers: (deps) => ({
    mails: { handler: createMailHandler(deps), recordAs: 'mails', policy: { concurrency: 4, perTenant: 2 } },
  }),
  healthChecks: (deps) => [mailCheck(deps)],
};
