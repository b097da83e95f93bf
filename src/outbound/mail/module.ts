import type { Module } from '../../platform/module/module.ts';
import { createMailHandler } from './delivery-handler.ts';
import { mailCheck } from './health.ts';

export const mail: Module = {
  name: 'mail',
  deliveryHandlers: (deps) => ({
    mails: { handler: createMailHandler(deps), recordAs: 'mails', policy: { concurrency: 4, perTenant: 2 } },
  }),
  healthChecks: (deps) => [mailCheck(deps)],
};
