import type { Capability } from '../../platform/capability/capability.ts';
import { createMailHandler } from './delivery-handler.ts';

export const mail: Capability = {
  name: 'mail',
  deliveryHandlers: (deps) => ({ mails: { handler: createMailHandler(deps), recordAs: 'mails' } }),
};
