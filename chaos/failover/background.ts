import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectFixture } from '../../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, sendOk } from '../../testing/http-client.ts';
import type { NotificationChannels } from '../../testing/notification-channels.ts';
import type { WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { sendChecked, UnknownOutcome } from '../lib/checked-request.ts';
import { type Deployment, secondsSince } from '../lib/deployment.ts';

// What the service does by itself: mails and webhooks about tickets, replies of its bot, and rules that become due.

export const ruleTickMs = 2_000;
const ruleDelayMs = 2_000;
const pauseMs = 1_000;
/** A bot replies to unknown chats 30 times in ten seconds at most, and after an outage to all that wrote meanwhile. */
const botPauseMs = 3_000;
/** The load makes notifications for inboxes faster than a busy machine sends them, and mails wait behind those. */
const drainTimeoutMs = 900_000;
const firstChatId = 20_000;

interface Receivers {
  channels: NotificationChannels;
  webhook: WebhookReceiver;
}

interface Arrivals {
  due: number;
  lost: number;
  repeated: number;
}

/** Every second a ticket about whose start its client is told, and a rule that is due two seconds later; sometimes a message to the bot. */
export class Background {
  readonly #deployment: Deployment;
  readonly #fixture: ProjectFixture;
  readonly #receivers: Receivers;
  readonly #started: { id: number; description: string }[] = [];
  readonly #chats: number[] = [];
  readonly #rules: number[] = [];
  #isStopping = false;
  #work: Promise<unknown> = Promise.resolve();

  constructor(deployment: Deployment, fixture: ProjectFixture, receivers: Receivers) {
    this.#deployment = deployment;
    this.#fixture = fixture;
    this.#receivers = receivers;
  }

  async start(): Promise<void> {
    const { token } = this.#fixture.client;
    const { service } = this.#deployment;
    const events = { ticket_started: { messenger: false, email: true, push: false } };
    const preferences = { events, quiet_hours: null, digest: 'none' };
    await sendOk(service.url, { method: 'PUT', path: '/ext/notifications/preferences', token, body: preferences });
    const webhook = { url: this.#receivers.webhook.url, events: ['ticket_started'] };
    await sendOk(service.url, { method: 'POST', path: '/ext/webhooks', token, body: webhook });
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

  async #repeat(step: () => Promise<void>, intervalMs: number): Promise<void> {
    while (!this.#isStopping) {
      const pause = sleep(intervalMs);
      await step().catch((error) => {
        if (!(error instanceof UnknownOutcome)) this.#deployment.report(String(error));
      });
      await pause;
    }
  }

  async #startTicket(): Promise<void> {
    const { client, objects, workers } = this.#fixture;
    const description = `Lamp-${this.#started.length}-${performance.now().toFixed()}-dark`;
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
    return sendChecked(this.#deployment.base(), request, status, this.#deployment.report);
  }

  /** Ends it and waits until all has been sent and has run, for 15 minutes at most. @returns the figures */
  async check(): Promise<string[]> {
    await this.stop();
    const began = performance.now();
    for (;;) {
      const arrivals = Object.entries(this.#countArrivals());
      const runs = await this.#readRuns();
      const missing = this.#rules.length - runs.filter(({ n }) => n === 1).length;
      const isComplete = missing === 0 && arrivals.every(([, { lost }]) => lost === 0);
      if (!isComplete && performance.now() < began + drainTimeoutMs) {
        await sleep(200);
        continue;
      }
      const { report } = this.#deployment;
      for (const [what, { lost }] of arrivals) if (lost > 0) report(`${lost} ${what} did not arrive`);
      if (missing > 0) report(`${missing} rules did not run once`);
      const maxDelayMs = Math.max(0, ...runs.map(({ delay_ms }) => delay_ms));
      return [
        arrivals.map(([what, { due, lost, repeated }]) => `${what}: ${due} due, ${lost} lost, ${repeated} repeated`).join('; '),
        `the last of them arrived ${secondsSince(began)} s after the load`,
        `${runs.length} rules ran, at most ${(maxDelayMs / 1_000).toFixed(1)} s late`,
      ];
    }
  }

  #countArrivals(): Record<'mails' | 'webhooks' | 'replies of the bot', Arrivals> {
    const { channels, webhook } = this.#receivers;
    return {
      mails: compare(
        this.#started.map(({ description }) => description),
        channels.smtp.mails().map(({ text }) => /Lamp-[\d-]+-dark/.exec(text)?.[0] ?? ''),
      ),
      webhooks: compare(
        this.#started.map(({ id }) => String(id)),
        webhook.bodies().map(({ data }) => String(data.ticket_id)),
      ),
      'replies of the bot': compare(
        this.#chats.map(String),
        channels.botApi.sent().map(({ chat_id }) => String(chat_id)),
      ),
    };
  }

  #readRuns(): Promise<{ n: number; delay_ms: number }[]> {
    return this.#deployment.query(
      `select count(*)::int as n, extract(epoch from min(t.created_at) - min(r.anchor_at))::float8 * 1000 as delay_ms
       from recurring_rules r join recurring_runs n on n.rule_id = r.id join tickets t on t.id = n.ticket_id
       where r.id = any($1) group by r.id`,
      [this.#rules],
    );
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
