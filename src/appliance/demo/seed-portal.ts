import { openPortal } from '../../product/intake/portal/actions.ts';
import { reportFound } from '../../product/intake/portal/found-report.ts';
import { findPortal } from '../../product/intake/portal/queries.ts';
import { rateReport } from '../../product/intake/portal/rate-report.ts';
import { sendMessage } from '../../product/intake/portal/reporter-messages.ts';
import { submitReport } from '../../product/intake/portal/submit-report.ts';
import { addComment } from '../../product/tickets/comments/actions.ts';
import type { Actor } from '../../product/visibility.ts';
import { projectByKey, type SeededData } from './seed-accounts.ts';
import { readDrawing } from './seed-photos.ts';
import { type Text, text } from './text.ts';

interface DemoReport {
  text: Text;
  category?: 'electric';
  floor: string;
  contact: Text;
  hasPhoto: boolean;
}

const reports: readonly DemoReport[] = [
  {
    text: text(
      'The light on the stairs between the second and third floor has been flickering since yesterday.',
      'Das Licht auf der Treppe zwischen dem zweiten und dritten Stock flackert seit gestern.',
    ),
    category: 'electric',
    floor: '2',
    contact: text('Ms Novak, second floor left', 'Frau Novak, 2. OG links'),
    hasPhoto: true,
  },
  {
    text: text('The front door does not close by itself any more.', 'Die Haustür schließt nicht mehr von selbst.'),
    floor: '',
    contact: text('', ''),
    hasPhoto: false,
  },
];

const found: Text = text(
  'The window on the third landing does not close.',
  'Das Fenster am dritten Treppenabsatz schließt nicht.',
);

/** Opens the portal of one object of the client, with two reports that nobody has answered, beside what a worker has found. */
export async function seedPortal(data: SeededData): Promise<void> {
  const { deps, timeline, language } = data;
  const { id, owner, objects } = projectByKey(data, 'quarter');
  const token = await deps.db.transaction((tx) => openPortal(tx, deps.config, owner, objects[0] ?? 0, timeline.ago({ days: 9 })));
  const portal = await findPortal(deps.db.read, token);
  for (const [index, report] of reports.entries()) {
    const submitted = { ...deps, clock: () => timeline.ago({ hours: 20 - 14 * index }) };
    const fields = { ...report, text: report.text[language], contact: report.contact[language] };
    const uploads = report.hasPhoto ? [await readDrawing(data, 'lamp-before')] : [];
    await submitReport(
      submitted,
      { portal, fields, uploads, requireProof: () => undefined, key: undefined, language },
      () => false,
    );
  }
  await seedReporters(data, { token, objectId: portal.object_id, owner });
  await seedFoundReport(data, id);
}

const message = text('It is the door to the yard, not the front door.', 'Es ist die Tür zum Hof, nicht die Haustür.');
const reply = text('Thank you, we will look at it this week.', 'Danke, wir sehen sie uns diese Woche an.');
const ratings = [
  { rating: 5, text: text('Quick and friendly', 'Schnell und freundlich') },
  { rating: 4, text: text('', '') },
] as const;

interface Place {
  token: string;
  objectId: number;
  owner: Actor;
}

/** Tickets of the object that somebody has reported: an open one with messages, and closed ones with ratings. */
async function seedReporters({ deps, timeline, language }: SeededData, { token, objectId, owner }: Place): Promise<void> {
  const { db } = deps;
  const ofObject = db.read.selectFrom('tickets').select(['id', 'description', 'created_at']).where('object_id', '=', objectId);
  const open = await ofObject.where('status', 'in', ['assigned', 'in_progress']).orderBy('id').executeTakeFirst();
  const closed = await ofObject.where('status', '=', 'closed').orderBy('id', 'desc').limit(ratings.length).execute();
  const addReport = async (ticket: { id: number; description: string; created_at: string }): Promise<string> => {
    const id = crypto.randomUUID();
    const at = new Date(ticket.created_at);
    const contact = text('Ms Novak, 030 555 01 42', 'Frau Novak, 030 555 01 42')[language];
    const report = { id, object_id: objectId, equipment_id: null, text: ticket.description, category: null, floor: '', contact };
    const decided = { status: 'accepted', ticket_id: ticket.id, decided_by: owner.id, decided_at: at, created_at: at } as const;
    await db.transaction((tx) =>
      tx
        .insertInto('portal_reports')
        .values({ ...report, ...decided })
        .execute(),
    );
    return id;
  };
  if (open) {
    const report = await addReport(open);
    await db.transaction((tx) =>
      sendMessage(tx, deps, token, report, { text: message[language] }, undefined, timeline.ago({ hours: 30 })),
    );
    await addComment(deps, owner, open.id, { text: reply[language], to_reporter: true }, timeline.ago({ hours: 29 }));
  }
  for (const [index, ticket] of closed.entries()) {
    const report = await addReport(ticket);
    const { rating, text: words } = ratings[index] ?? ratings[0];
    const at = timeline.ago({ hours: 40 + index });
    await db.transaction((tx) => rateReport(tx, deps, token, report, { rating, text: words[language] }, at));
  }
}

/** A worker has found another defect during a ticket of the project. */
async function seedFoundReport(data: SeededData, projectId: number): Promise<void> {
  const { deps, timeline, language } = data;
  const ticket = await deps.db.read
    .selectFrom('tickets')
    .select(['id', 'worker_id'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'in_progress')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!ticket?.worker_id) return;
  const worker: Actor = { id: ticket.worker_id, role: 'worker' };
  const form = { uploads: [await readDrawing(data, 'window-before')], fields: new Map([['text', found[language]]]) };
  await reportFound({ ...deps, clock: () => timeline.ago({ hours: 2 }) }, worker, ticket.id, form, () => false);
}
