import type { Deps } from '../../platform/module/deps.ts';
import type { BotApiError } from './bot-api.ts';

interface Recipient {
  /** of the account */
  id: string;
  /** the chat that its message went to */
  target: string;
  /** what the message was about, for the log */
  ticket?: number;
}

/**
 * Follows a chat that has moved, and remembers one that accepts no messages: its account gets none until its target is set again.
 * @throws the error, when the message can be sent later or to the new chat
 */
export async function requireRejection(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  recipient: Recipient,
  error: BotApiError,
): Promise<void> {
  if (error.newChatId) await updateAccount(deps, recipient, { messenger_target: String(error.newChatId) });
  if (error.newChatId || !error.isRejection) throw error;
  const { id: user, ticket } = recipient;
  const details = { user, reason: error.description };
  if (isChatUnavailable(error)) {
    await updateAccount(deps, recipient, { messenger_refused_at: deps.clock() });
    deps.log.warn(details, 'a chat accepts no messages: its account gets none until its target is set again');
  } else deps.log.error({ ...details, ...(ticket && { ticket }) }, 'the messenger rejected a message permanently');
}

/** Whether no message can be sent to the chat: it is blocked, deleted, unknown or closed to the bot. */
function isChatUnavailable({ code, description }: BotApiError): boolean {
  return code === 403 || /chat|peer|user|rights|member|forbidden/i.test(description);
}

/** Changes the account unless its target was changed meanwhile. */
async function updateAccount(
  { db }: Pick<Deps, 'db'>,
  { id, target }: Recipient,
  values: { messenger_target: string } | { messenger_refused_at: Date },
): Promise<void> {
  await db.statement((writer) =>
    writer.updateTable('users').set(values).where('id', '=', id).where('messenger_target', '=', target).execute(),
  );
}
