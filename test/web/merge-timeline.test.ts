import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HandBack, TicketComment, TicketEvent } from '../../web/src/contract/schemas.ts';
import { itemOf, mergeTimeline } from '../../web/src/pages/ticket/merge-timeline.ts';

const at = (minute: number): string => `2026-03-01T08:${String(minute).padStart(2, '0')}:00.000Z`;
const event = (minute: number): TicketEvent => ({
  id: minute,
  ticket_id: 1,
  action: 'created',
  from_status: '',
  to_status: 'new',
  actor_id: '',
  actor_name: 'anna',
  comment: '',
  created_at: at(minute),
});
const comment = (minute: number): TicketComment => ({
  id: minute,
  author_id: '',
  author_name: 'anna',
  author_role: 'client',
  text: 'text',
  attachments: [],
  created_at: at(minute),
});
const handBack = (minute: number): HandBack => ({
  id: minute,
  ticket_id: 1,
  worker_id: '',
  worker_name: 'wanda',
  reason: 'reason',
  is_open: true,
  created_at: at(minute),
});
const page = <Item>(items: Item[], total = items.length, offset = 0) => ({ items, total, offset });
const order = (entries: ReturnType<typeof mergeTimeline>): string[] =>
  entries.map((entry) => `${entry.kind} ${itemOf(entry).id}`);

it('mergeTimeline orders the journal, comments and hand-backs by time, the newest first', () => {
  const merged = mergeTimeline(page([event(30), event(10)]), [comment(40), comment(20), comment(5)], [handBack(25)]);
  assert.deepEqual(order(merged), ['comment 40', 'event 30', 'handBack 25', 'comment 20', 'event 10', 'comment 5']);
});

it('mergeTimeline leaves out what belongs to other pages of the journal', () => {
  const comments = [comment(40), comment(20), comment(5)];
  const handBacks = [handBack(45), handBack(2)];
  const newest = mergeTimeline(page([event(30), event(10)], 3), comments, handBacks);
  assert.deepEqual(order(newest), ['handBack 45', 'comment 40', 'event 30', 'comment 20', 'event 10']);
  const oldest = mergeTimeline(page([event(30), event(10)], 3, 1), comments, handBacks);
  assert.deepEqual(order(oldest), ['event 30', 'comment 20', 'event 10', 'comment 5', 'handBack 2']);
});
