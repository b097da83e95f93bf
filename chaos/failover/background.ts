import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ProjectFixture } from '../../testing/api-fixtures.ts';
import { type HttpRequest, type HttpResponse, sendOk } from '../../testing/http-client.ts';
import type { FakeSmtpServer } from '../../testing/smtp-server.ts';
import { sendChecked, UnknownOutcome } from '../lib/checked-request.ts';
import type { Problems } from '../lib/program.ts';

// What the service does by itself: mails about tickets, and rules that become due.

export const ruleTickMs = 2_000;
const ruleDelayMs = 2_000;
const pauseMs = 1_000;
/** The load makes notifications for inboxes faster than a busy machine sends them, and mails wait behind those. */
const drainTimeoutMs = 900_000;

export interface BackgroundCounts {
  mails: number;
  lostMails: number;
  repeatedMails: number;
  rules: number;
  maxRuleDelayMs: number;
  /** how long mails and rules took after the end of the load */
  drainMs: number;
}

/** Every second a ticket about whose start its client gets a mail, and a rule that is due two seconds later. */
export class Background {
  readonly #base: () => string;
  readonly #fixture: ProjectFixture;
  readonly #problems: Problems;
  readonly #mails: string[] = [];
  readonly #rules: number[] = [];
  #isStopping = false;
  #work: Promise<unknown> = Promise.resolve();
  #tickets = 0;

  constructor(base: () => string, fixture: ProjectFixture, problems: Problems) {
    this.#base = base;
    this.#fixture = fixture;
    this.#problems = problems;
  }

  async start(): Promise<void> {
    const { token } = this.#fixture.client;
    const events = { ticket_started: { messenger: false, email: true, push: false } };
    const body = { events, quiet_hours: null, digest: 'none' };
    await sendOk(this.#base(), { method: 'PUT', path: '/ext/notifications/preferences', token, body });
    this.#work = Promise.all([this.#repeat(() => this.#startTicket()), this.#repeat(() => this.#createRule())]);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#work;
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
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
    const token = workers[0]?.token ?? '';
    for (const step of ['take', 'start'])
      if (created) await this.#send({ method: 'PATCH', path: `/tickets/${created.body.id}/${step}`, token }, 200);
    this.#mails.push(description);
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
  async check(db: pg.Client, smtp: FakeSmtpServer): Promise<BackgroundCounts> {
    const began = performance.now();
    const end = began + drainTimeoutMs;
    for (;;) {
      const counts = await this.#countArrivals(db, smtp);
      const isComplete = counts.lostMails === 0 && counts.rules === this.#rules.length;
      if (!isComplete && performance.now() < end) {
        await sleep(500);
        continue;
      }
      if (counts.lostMails > 0) this.#problems.add(`${counts.lostMails} mails did not arrive`);
      if (counts.rules < this.#rules.length) this.#problems.add(`${this.#rules.length - counts.rules} rules did not run once`);
      return { ...counts, drainMs: performance.now() - began };
    }
  }

  async #countArrivals(db: pg.Client, smtp: FakeSmtpServer): Promise<Omit<BackgroundCounts, 'drainMs'>> {
    const arrived = new Map<string, number>();
    for (const { text } of smtp.mails()) {
      const [description] = /Lamp-\d+-dark/.exec(text) ?? [];
      if (description) arrived.set(description, (arrived.get(description) ?? 0) + 1);
    }
    const { rows } = await db.query<{ n: number; delay_ms: number }>(
      `select count(*)::int as n, extract(epoch from min(t.created_at) - min(r.anchor_at))::float8 * 1000 as delay_ms
       from recurring_rules r join recurring_runs n on n.rule_id = r.id join tickets t on t.id = n.ticket_id
       where r.id = any($1) group by r.id`,
      [this.#rules],
    );
    return {
      mails: this.#mails.length,
      lostMails: this.#mails.filter((description) => !arrived.has(description)).length,
      repeatedMails: [...arrived.values()].reduce((sum, n) => sum + n - 1, 0),
      rules: rows.filter(({ n }) => n === 1).length,
      maxRuleDelayMs: Math.max(0, ...rows.map(({ delay_ms }) => delay_ms)),
    };
  }
}
