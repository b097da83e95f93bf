import { mailTransport } from '../outbound/mail/transport.ts';
import { messengerTransport } from '../outbound/messenger/transport.ts';
import { attempt } from '../platform/deliveries/deliver.ts';
import type { Deps } from '../platform/capability/deps.ts';

/** Works on all queues until the outbox is closed, each on its own: none waits for another. */
export async function startDeliveries(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'outbox' | 'metrics' | 'log'>): Promise<void> {
  const messenger = messengerTransport(deps);
  const mails = mailTransport(deps);
  await deps.outbox.work('messages', (delivery, signal) => attempt(deps, 'messages', messenger, delivery, signal));
  await deps.outbox.work('answers', (delivery, signal) => attempt(deps, 'answers', messenger, delivery, signal));
  await deps.outbox.work('mails', (delivery, signal) => attempt(deps, 'mails', mails, delivery, signal));
}
