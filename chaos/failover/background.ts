import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ProjectFixture } from '../../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, sendOk } from '../../testing/http-client.ts';
import type { NotificationChannels } from '../../testing/notification-channels.ts';
import type { WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { sendChecked, UnknownOutcome } from '../lib/checked-request.ts';
import type { Problems } from '../lib/program.ts';

// What the service does by itself: mails and webhooks about tickets, replies of its bot, and rules that become due.

export const ruleTickMs = 2_000;
const ruleDelayMs = 2_000;
const pauseMs = 1_000;
/** A bot replies to unknown chats 30 times in ten seconds at most, and after an outage to all that wrote meanwhile. */
const botPauseMs = 3_000;
/** The load makes notifications for inboxes faster than a busy machine sends them, and mails wait behind those. */
const drainTimeoutMs = 900_000;
const firstChatId = 20_000;

export interface Arrivals {
  due: number;
  lost: number;
  repeated: number;
}

export interface BackgroundCounts {
  mails: Arrivals;
  webhooks: Arrivals;
  replies: Arrivals;
  rules: number;
  maxRuleDelayMs: number;
  /** how long all of it took after the end of the load */
  drainMs: number;
}

export interface Receivers {
  channels: NotificationChannels;
  webhook: WebhookReceiver;
}

/** Every second a ticket about whose start its client is told, and a rule that is due two seconds later; sometimes a message to the bot. */
export class Background {
  readonly #base: () => string;
  readonly #fixture: ProjectFixture;
  readonly #receivers: Receivers;
  readonly #problems: Problems;
  readonly #started: { id: number; description: string }[] = [];
  readonly #chats: number[] = [];
  readonly #rules: number[] = [];
  #isStopping = false;
  #work: Promise<unknown> = Promise.resolve();
  #tickets = 0;

  constructor(base: () => string, fixture: ProjectFixture, receivers: Receivers, problems: Problems) {
    this.#base = base;
    this.#fixture = fixture;
    this.#receivers = receivers;
    this.#problems = problems;
  }

  async start(): Promise<void> {
    const { token } = this.#fixture.client;
    const events = { ticket_started: { messenger: false, email: true, push: false } };
    const preferences = { events, quiet_hours: null, digest: 'none' };
    await sendOk(this.#base(), { method: 'PUT', path: '/ext/notifications/preferences', token, body: preferences });
    const webhook = { url: this.#receivers.webhook.url, events: ['ticket_started'] };
    await sendOk(this.#base(), { method: 'POST', path: '/ext/webhooks', token, body: webhook });
    this.#work = Promise.all([
      this.#repeat(() => this.#startTicket(), pauseMs),
      this.#repeat(() => this.#createRule(), pauseMs),
      this.#repeat(() => this.#writeToBot(), botPauseMs),
    ]);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#work;
  }

  async #repeat(step: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!this.#isStopping) {
      const pause = sleep(pauseMs);
      await step().catch((error) => {
        if (!(error instanceof UnknownOutcome)) this.#problems.add(String(error));
      });
      await pause;
    }
  }

  async #startTicket(): Promise<void> {
    const { client, objects, workers } = this.#fixture;
    const description = `Lamp-${++this.#tickets}-dark`;
    const body = { category: 'electric', description, object_id: objects[0] };
    const created = await this.#send({ method: 'POST', path: '/tickets', token: client.token, body }, 201);
    if (!created) return;
    const { id } = created.body;
    const token = workers[0]?.token ?? '';
    for (const step of ['take', 'start']) await this.#send({ method: 'PATCH', path: `/tickets/${id}/${step}`, token }, 200);
    this.#started.push({ id, description });
  }

  /** Of a chat of its own each time: a bot replies to one chat once in ten seconds. */
  async #writeToBot(): Promise<void> {
    const chat = firstChatId + this.#chats.length;
    this.#receivers.channels.receive(chat, '/start');
    this.#chats.push(chat);
  }

  async #createRule(): Promise<void> {
    const { client, objects } = this.#fixture;
    const dueAt = Date.now() + ruleDelayMs;
    const anchor_at = new Date(dueAt).toISOString();
    const body = { object_id: objects[1], category: 'climate', description: 'Filter', anchor_at, period_days: 7 };
    const created = await this.#send({ method: 'POST', path: '/recurring', token: client.token, body }, 201);
    // One that is created after its first point runs at the next one, in a week.
    if (created && Date.now() < dueAt) this.#rules.push(created.body.id);
  }

  #send(request: HttpRequest, status: number): Promise<HttpResponse | undefined> {
    return sendChecked(this.#base(), request, status, (what) => this.#problems.add(what));
  }

  /** Waits until all has been sent and has run, for 15 minutes at most, and counts. */
  async check(db: pg.Client): Promise<BackgroundCounts> {
    const began = performance.now();
    const end = began + drainTimeoutMs;
    for (;;) {
      const arrivals = this.#countArrivals();
      const rules = await this.#countRules(db);
      const lost = Object.values(arrivals).reduce((sum, one) => sum + one.lost, 0);
      if ((lost > 0 || rules.rules < this.#rules.length) && performance.now() < end) {
        await sleep(500);
        continue;
      }
      for (const [what, one] of Object.entries(arrivals))
        if (one.lost > 0) this.#problems.add(`${one.lost} ${what} did not arrive`);
      if (rules.rules < this.#rules.length) this.#problems.add(`${this.#rules.length - rules.rules} rules did not run once`);
      return { ...arrivals, ...rules, drainMs: performance.now() - began };
    }
  }

  #countArrivals(): Record<'mails' | 'webhooks' | 'replies', Arrivals> {
    const { channels, webhook } = this.#receivers;
    const descriptions = this.#started.map(({ description }) => description);
    const ids = this.#started.map(({ id }) => String(id));
    const mails = channels.smtp.mails().map(({ text }) => /Lamp-\d+-dark/.exec(text)?.[0] ?? '');
    const messages = webhook.bodies().map(({ data }) => String(data.ticket_id));
    const replies = channels.botApi.sent().map(({ chat_id }) => String(chat_id));
    return {
      mails: compare(descriptions, mails),
      webhooks: compare(ids, messages),
      replies: compare(this.#chats.map(String), replies),
    };
  }

  async #countRules(db: pg.Client): Promise<Pick<BackgroundCounts, 'rules' | 'maxRuleDelayMs'>> {
    const { rows } = await db.query<{ n: number; delay_ms: number }>(
      `select count(*)::int as n, extract(epoch from min(t.created_at) - min(r.anchor_at))::float8 * 1000 as delay_ms
       from recurring_rules r join recurring_runs n on n.rule_id = r.id join tickets t on t.id = n.ticket_id
       where r.id = any($1) group by r.id`,
      [this.#rules],
    );
    return {
      rules: rows.filter(({ n }) => n === 1).length,
      maxRuleDelayMs: Math.max(0, ...rows.map(({ delay_ms }) => delay_ms)),
    };
  }
}

/** What nobody acknowledged may arrive as well, and is not counted. */
function compare(due: string[], arrived: string[]): Arrivals {
  const counts = new Map(due.map((one) => [one, 0]));
  for (const one of arrived) if (counts.has(one)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const each = [...counts.values()];
  return {
    due: due.length,
    lost: each.filter((n) => n === 0).length,
    repeated: each.reduce((sum, n) => sum + Math.max(0, n - 1), 0),
  };
}
