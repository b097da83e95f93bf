import { plus } from '../../platform/lib/clock.ts';
import { days, hours } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Module } from '../../platform/module/module.ts';
import { ownRows } from '../../platform/module/personal-data.ts';
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

/** A delivery is tried for one day. */
const keepFilesMs = days(2);
const keepPromptsMs = days(60);

/** Deletes what is kept of files and questions that nobody comes back to. */
export async function deleteOld({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const filesBefore = plus(now, -keepFilesMs).toISOString();
  const promptsBefore = plus(now, -keepPromptsMs).toISOString();
  await db.statement((writer) => writer.deleteFrom('chat_files').where('created_at', '<', filesBefore).execute());
  await db.statement((writer) => writer.deleteFrom('chat_prompts').where('created_at', '<', promptsBefore).execute());
}
