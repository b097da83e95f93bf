import { openPortal } from '../../product/portal/actions.ts';
import { reportFound } from '../../product/portal/found-report.ts';
import { findPortal } from '../../product/portal/queries.ts';
import { submitReport } from '../../product/portal/submit-report.ts';
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
    await submitReport(submitted, { portal, fields, uploads, requireProof: () => undefined, key: undefined }, () => false);
  }
  await seedFoundReport(data, id);
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
