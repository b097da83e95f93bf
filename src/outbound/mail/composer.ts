import type { DeliveryPayloads } from '../../platform/deliveries/queue.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { MailContent } from './transport.ts';

/** A mail with the account that it goes to or that invites its address, or the report that it is about. */
export interface AddressedMail {
  to: string;
  about: { user: string } | { report: string };
  mail: MailContent;
  headers?: Record<string, string>;
}

export type ComposeDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
export type MailPayload = DeliveryPayloads['mails'];

/** Makes the mail of one kind. @param createdAt when it was enqueued; @returns undefined when it is no longer true or wanted */
export type Composer<Kind> = (
  deps: ComposeDeps,
  payload: Extract<MailPayload, { kind: Kind }>,
  createdAt: Date,
) => Promise<AddressedMail | undefined>;
