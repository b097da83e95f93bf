import { randomUUID } from 'node:crypto';

// Message-IDs by which Callout knows mails of Callout when they come back, those of other installations too.

/** @param sender an address, or a name with an address in angle brackets @returns a new Message-ID in its domain */
export const newMessageId = (sender: string): string =>
  `<${randomUUID()}.callout@${/@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost'}>`;

/** Whether a Message-ID is one of newMessageId(). */
export const isOwnMessageId = (messageId: string): boolean => /^<?[\da-f-]{36}\.callout@[^<>@\s]+>?$/i.test(messageId.trim());
