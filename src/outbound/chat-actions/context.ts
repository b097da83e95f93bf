import type { Deps } from '../../platform/module/deps.ts';
import type { ChatSender } from './chat-sender.ts';

/** What the handlers of requests work with. */
export type ChatContext = Pick<Deps, 'db' | 'clock' | 'config' | 'subscriptions' | 'deliveries' | 'log'> & {
  sender: ChatSender;
};
