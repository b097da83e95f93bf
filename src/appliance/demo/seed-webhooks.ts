import { createWebhook } from '../../outbound/webhooks/actions.ts';
import { composeBody, type Subject } from '../../outbound/webhooks/message.ts';
import { plus } from '../../platform/lib/clock.ts';
import { seconds } from '../../platform/lib/duration.ts';
import type { SeededData } from './seed-accounts.ts';

const shownDays = 3;
const maxShown = 12;
const answerMs = 84;

/** A webhook of the first client with its last messages. It is disabled, so that the demo calls nobody. */
export async function seedWebhooks({ deps, timeline, projects }: SeededData): Promise<void> {
  const { db, config } = deps;
  const owner = projects[0]?.owner;
  if (!owner) return;
  const url = 'https://hooks.example.com/callout';
  const events = ['ticket_done', 'ticket_confirmed'] as const;
  const hook = { url, events: [...events], active: false };
  const { id } = await db.transaction((tx) => createWebhook(tx, config, owner, hook, timeline.ago({ days: shownDays })));
  const entries = await db.read
    .selectFrom('ticket_events as e')
    .innerJoin('tickets as t', 't.id', 'e.ticket_id')
    .select(['e.id', 'e.ticket_id', 'e.action', 'e.created_at'])
    .where('t.client_id', '=', owner.id)
    .where('e.action', 'in', ['done', 'confirmed'])
    .where('e.created_at', '>=', timeline.ago({ days: shownDays }).toISOString())
    .orderBy('e.id', 'desc')
    .limit(maxShown)
    .execute();
  for (const { id: event_id, ticket_id, action, created_at } of entries.reverse()) {
    const event = action === 'done' ? events[0] : events[1];
    const subject: Subject = { event, ticket_id, project_id: null, details: { event_id }, created_at };
    const body = (await composeBody(db.read, owner, subject)) ?? null;
    const at = new Date(created_at);
    const sent = { state: 'delivered', attempts: 1, status: 200, answer: 'ok', duration_ms: answerMs } as const;
    const row = { ...subject, details: JSON.stringify(subject.details), created_at: at, last_attempt_at: plus(at, seconds(1)) };
    await db.transaction((tx) =>
      tx
        .insertInto('webhook_deliveries')
        .values({ webhook_id: id, ...row, ...sent, body })
        .execute(),
    );
  }
}
