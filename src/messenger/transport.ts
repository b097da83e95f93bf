import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import type { Outcome, Transport } from '../outbox/deliver.ts';
import type { Answer, Notice } from '../outbox/deliveries.ts';
import { BotApi, BotApiError } from './bot-api.ts';
import { type Bot, listBots, ownOrGlobal, UnreadableToken } from './bots.ts';
import { answerTexts, reminderText, ruleTicketText } from './messages.ts';

type Sending = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

/** Sends messages over the Bot API. */
export function messengerTransport(deps: Sending): Transport<'messages'> {
  const api = new BotApi(deps.config.messengerApiRoot);
  // What a bot was asked to wait for (429) holds for all its messages, until a moment of the monotonic clock.
  const busyUntil = new Map<number, number>();

  async function send(bot: Bot, chat: string | number, text: string, signal?: AbortSignal): Promise<void> {
    if ((busyUntil.get(bot.id) ?? 0) > performance.now()) throw new Error('the messenger asked this bot to wait');
    try {
      await api.send(bot.token, chat, text, signal);
    } catch (error) {
      const { retryAfter } = error as BotApiError;
      if (retryAfter) busyUntil.set(bot.id, performance.now() + retryAfter * 1_000);
      throw error;
    }
  }

  async function notify({ kind, ticket_id }: Notice, signal?: AbortSignal): Promise<Outcome> {
    const ticket = await findTicket(deps.db.read, ticket_id);
    if (!ticket || !canBeTold(ticket)) return 'dropped';
    if (kind === 'reminder' && ticket.status !== 'new') return 'dropped';
    const bot = botFor(deps, ticket);
    if (!bot) return 'dropped';
    const { publicUrl, port } = deps.config;
    const link = `${publicUrl || `http://localhost:${port}`}/app/tickets/${ticket.id}`;
    const text = (kind === 'reminder' ? reminderText : ruleTicketText)(ticket, link, deps.clock());
    try {
      await send(bot, ticket.target, text, signal);
      return 'sent';
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      if (error.movedTo) await moveTarget(deps, ticket, error.movedTo);
      if (!isRefusal(error)) throw error;
      await markRefused(deps, ticket);
      deps.log.warn(
        { user: ticket.client_id, reason: error.description },
        'a chat takes no messages any more; its owner is told when it is set anew',
      );
      return 'dropped';
    }
  }

  async function answer({ bot_id, chat_id, answer }: Answer, signal?: AbortSignal): Promise<Outcome> {
    const { bots } = await listBots(deps.db.read, deps.config);
    const bot = bots.get(bot_id);
    if (!bot) return 'dropped';
    try {
      await send(bot, chat_id, answerTexts[answer], signal);
      return 'sent';
    } catch (error) {
      if (error instanceof BotApiError && isRefusal(error)) return 'dropped';
      throw error;
    }
  }

  return (delivery, signal) => (delivery.kind === 'answer' ? answer(delivery, signal) : notify(delivery, signal));
}

type Told = NonNullable<Awaited<ReturnType<typeof findTicket>>>;

/** A ticket as of now, with its client. */
function findTicket(db: Db, id: number) {
  return db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.client_id')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .select(['t.id', 't.status', 't.description', 't.category', 't.priority', 't.floor', 't.address', 't.created_at'])
    .select(['o.name as object_name', 'p.name as project_name'])
    .select(['t.client_id', 'u.is_active', 'u.messenger_target as target', 'u.messenger_refused_at', 'u.bot_id', 'u.bot_token'])
    .where('t.id', '=', id)
    .executeTakeFirst();
}

const canBeTold = ({ is_active, target, messenger_refused_at }: Told): boolean =>
  is_active && target !== '' && messenger_refused_at === null;

function botFor({ config, log }: Sending, { client_id, bot_id, bot_token }: Told): Bot | undefined {
  try {
    return ownOrGlobal(config, { id: client_id, bot_id, bot_token });
  } catch (error) {
    if (!(error instanceof UnreadableToken)) throw error;
    log.error({ user: client_id, reason: error.message }, 'somebody cannot be told');
    return undefined;
  }
}

/** The chat takes nothing, for good: blocked, deleted, left, unknown. A bad token or a busy server is not its fault. */
function isRefusal({ code, description, movedTo }: BotApiError): boolean {
  if (movedTo) return false;
  return (
    code === 403 ||
    (code === 400 && /chat not found|user not found|peer_id_invalid|have no rights|not enough rights/i.test(description))
  );
}

async function markRefused({ db, clock }: Sending, { client_id, target }: Told): Promise<void> {
  await db.statement((writer) =>
    writer
      .updateTable('users')
      .set({ messenger_refused_at: clock() })
      .where('id', '=', client_id)
      .where('messenger_target', '=', target)
      .execute(),
  );
}

/** A group got a new id; the next attempt finds it. */
async function moveTarget({ db }: Sending, { client_id, target }: Told, movedTo: number): Promise<void> {
  await db.statement((writer) =>
    writer
      .updateTable('users')
      .set({ messenger_target: String(movedTo) })
      .where('id', '=', client_id)
      .where('messenger_target', '=', target)
      .execute(),
  );
}
