import type { Deps } from '../../platform/capability/deps.ts';
import type { Db } from '../../platform/database/open.ts';
import type { DeliveryHandler, Outcome } from '../../platform/deliveries/deliver.ts';
import { minutes } from '../../platform/lib/duration.ts';
import { BotApi, BotApiError } from './bot-api.ts';
import { type Bot, findBot, ownOrGlobal, UnreadableToken } from './bots.ts';
import { answerTexts, reminderText, ruleTicketText } from './messages.ts';
import type { Answer, Notice } from './payloads.ts';
import { type MessageKind, SendThrottle } from './send-throttle.ts';

/** Whoever wrote to a bot has stopped waiting after that. */
const answersMatterFor = minutes(5);

type Sending = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

/**
 * Sends notices and answers over the Bot API.
 * @returns one handler for both queues, which share the throttle: the messenger counts them together
 */
export function createMessengerHandler(deps: Sending): DeliveryHandler<'messages' | 'answers'> {
  const api = new BotApi(deps.config.messengerApiRoot);
  const throttle = new SendThrottle();

  async function send(bot: Bot, chat: string, kind: MessageKind, text: string, signal?: AbortSignal): Promise<void> {
    throttle.requireFree(bot.id, chat, kind);
    const asked = performance.now();
    try {
      await api.send(bot.token, chat, text, signal);
    } catch (error) {
      if (error instanceof BotApiError) throttle.recordFailure(bot.id, chat, kind, error, performance.now() - asked);
      throw error;
    }
  }

  async function notify(notice: Notice, signal?: AbortSignal): Promise<Outcome> {
    const ticket = await findTicket(deps.db.read, notice.ticket_id);
    if (!ticket || !canBeTold(ticket)) return 'dropped';
    // Of a span that is followed by another already: its own reminder comes, one is enough.
    if (notice.kind === 'reminder' && (ticket.status !== 'new' || ticket.reminded_at !== notice.waited_until)) return 'dropped';
    const bot = botFor(deps, ticket);
    if (!bot) return 'dropped';
    const { publicUrl, port } = deps.config;
    const link = `${publicUrl || `http://localhost:${port}`}/app/tickets/${ticket.id}`;
    const text = (notice.kind === 'reminder' ? reminderText : ruleTicketText)(ticket, link, deps.clock());
    try {
      await send(bot, ticket.target, 'notice', text, signal);
      return 'sent';
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      if (error.movedTo) await moveTarget(deps, ticket, error.movedTo);
      if (error.code !== 400 && error.code !== 403) throw error;
      if (error.movedTo) throw error;
      const about = { user: ticket.client_id, reason: error.description };
      if (isRefusal(error)) {
        await markRefused(deps, ticket);
        deps.log.warn(about, 'a chat takes no messages any more; its owner is told when it is set anew');
      } else deps.log.error({ ...about, ticket: ticket.id }, 'the messenger refuses a message for good');
      return 'dropped';
    }
  }

  async function reply({ bot_id, chat_id, answer }: Answer, askedAt: string, signal?: AbortSignal): Promise<Outcome> {
    if (deps.clock().getTime() - Date.parse(askedAt) > answersMatterFor) return 'dropped';
    const bot = await findBot(deps.db.read, deps.config, bot_id);
    if (!bot) return 'dropped';
    try {
      await send(bot, String(chat_id), 'answer', answerTexts[answer], signal);
      return 'sent';
    } catch (error) {
      if (error instanceof BotApiError && (error.code === 400 || error.code === 403)) return 'dropped';
      throw error;
    }
  }

  // Releases before the queue of answers left theirs among the notices: the kind decides, not the queue.
  return ({ payload, created_at }, signal) =>
    payload.kind === 'answer' ? reply(payload, created_at, signal) : notify(payload, signal);
}

type Told = NonNullable<Awaited<ReturnType<typeof findTicket>>>;

/** A ticket as of now, with its client. */
function findTicket(db: Db, id: number) {
  return db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.client_id')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .select([
      't.id',
      't.status',
      't.description',
      't.category',
      't.priority',
      't.floor',
      't.address',
      't.created_at',
      't.reminded_at',
    ])
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

/** The chat takes nothing, for good: blocked, deleted, left, unknown, closed to the bot. Other refusals are the message's. */
function isRefusal({ code, description }: BotApiError): boolean {
  return code === 403 || /chat|peer|user|rights|member|forbidden/i.test(description);
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
