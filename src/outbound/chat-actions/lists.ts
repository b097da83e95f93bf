import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { TicketStatus } from '../../product/tickets/lifecycle.ts';
import { isActiveMember, isAssignee, isOwner } from '../../product/visibility.ts';
import type { ListCommand } from '../messenger/chat-requests.ts';
import { buttonData } from '../messenger/ticket-buttons.ts';
import { accountsOfChat, type ChatAccount, textWithoutAccount } from './accounts.ts';
import type { ChatSender } from './chat-sender.ts';
import { jobMessage, titleOf } from './job-message.ts';
import { chatTextsIn } from './texts/texts.ts';

const maxListed = 10;
const maxButtonLength = 40;

type ListContext = Pick<Deps, 'db' | 'config' | 'clock'> & { sender: ChatSender };

/** Answers `/mine` and `/free`: one ticket as its message, several as a list with a button for each. */
export async function listJobs(context: ListContext, request: ListCommand, signal?: AbortSignal): Promise<void> {
  const { db, config, sender } = context;
  const accounts = await accountsOfChat(db.read, config, request);
  const listing = accounts.filter(({ role }) => role === 'worker' || (role === 'client' && request.command === 'mine'));
  if (listing.length === 0) {
    const texts = chatTextsIn(accounts[0]?.language ?? null);
    const nothing = request.command === 'mine' ? texts.none.mine : texts.workersOnly;
    const text = accounts.length === 0 ? await textWithoutAccount(db.read, config, request) : nothing;
    await sender.say(request, escapeHtml(text), {}, signal);
  }
  for (const account of listing) await listFor(context, account, request, signal);
}

async function listFor(context: ListContext, account: ChatAccount, request: ListCommand, signal?: AbortSignal): Promise<void> {
  const { db, config, sender } = context;
  const texts = chatTextsIn(account.language);
  const { tickets, total } = await findTickets(db.read, account, request.command);
  const [first] = tickets;
  const job = total === 1 && first ? await jobMessage(context, account, first.id) : undefined;
  if (job) return void (await sender.say(request, job.html, { buttons: job.buttons }, signal));
  if (!first) return void (await sender.say(request, escapeHtml(texts.none[request.command]), {}, signal));
  const lines = tickets.map(({ id, status, description, object_name }) =>
    [`#${id}`, titleOf(description), object_name, ...(request.command === 'mine' ? [texts.status[status]] : [])].join(' · '),
  );
  const rest = total > tickets.length ? [texts.more(total - tickets.length), `${configuredBaseUrl(config)}/app/`] : [];
  const text = [`<b>${escapeHtml(texts.list[request.command](total))}</b>`, ...[...lines, ...rest].map(escapeHtml)].join('\n');
  const buttons = tickets.map(({ id, description }) => [
    { text: `#${id} ${titleOf(description, maxButtonLength)}`, data: buttonData('show', id, account.id) },
  ]);
  await sender.say(request, text, { buttons }, signal);
}

interface Listed {
  id: number;
  status: TicketStatus;
  description: string;
  object_name: string;
  total: number;
}

/** What a worker has to do or may take, or the open tickets of a client; those that wait for the account come first. */
async function findTickets(
  db: Db,
  { id, role }: ChatAccount,
  command: ListCommand['command'],
): Promise<{ tickets: Listed[]; total: number }> {
  const { rows } = await sql<Listed>`
    select t.id, t.status, t.description, o.name as object_name, (count(*) over ())::int as total
    from tickets as t join objects as o on o.id = t.object_id
    where ${sql.join(conditionsFor(id, role, command), sql` and `)}
    order by t.status = ${role === 'client' ? 'done' : 'rejected'} desc, t.priority desc, t.created_at, t.id
    limit ${maxListed}`.execute(db);
  return { tickets: rows, total: rows[0]?.total ?? 0 };
}

function conditionsFor(id: string, role: ChatAccount['role'], command: ListCommand['command']): RawBuilder<SqlBool>[] {
  if (command === 'free') return [sql`t.status = 'new'`, isActiveMember(id)];
  return role === 'client'
    ? [isOwner(id), sql`t.status <> 'closed'`]
    : [isAssignee(id), sql`t.status in ('assigned', 'in_progress', 'rejected')`];
}
