import { hours } from '../../platform/lib/duration.ts';
import type { Module } from '../../platform/module/module.ts';
import { ownRows } from '../../platform/module/personal-data.ts';
import { deleteOld } from './delete-old.ts';
import { createChatHandlers } from './delivery-handlers.ts';

/** Lets people do their jobs from a private chat with a bot (docs/notifications.md, Jobs in the chat). */
export const chatActions: Module = {
  name: 'chat-actions',
  tables: ['chat_prompts', 'chat_files'],
  personalData: [ownRows('chat_prompts', 'user_id'), ownRows('chat_files', 'user_id')],
  subscriptions: [
    { event: 'chat_request', queue: 'chat_requests', wants: ({ kind }) => kind !== 'file' },
    { event: 'chat_request', queue: 'chat_files', wants: ({ kind }) => kind === 'file' },
  ],
  deliveryHandlers: createChatHandlers,
  jobs: (deps) => [{ name: 'old chat requests', everyMs: hours(1), run: () => deleteOld(deps) }],
};
