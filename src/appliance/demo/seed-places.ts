import { Readable } from 'node:stream';
import { plus } from '../../platform/lib/clock.ts';
import { days, hours } from '../../platform/lib/duration.ts';
import { addDocument, utcDay } from '../../product/files/documents/actions.ts';
import type { Place } from '../../product/files/documents/queries.ts';
import { documentFiles, spool, spoolFolder } from '../../product/files/photos/receive-upload.ts';
import { openEquipmentPortal } from '../../product/intake/portal/actions.ts';
import { createAnnouncement } from '../../product/places/announcements/actions.ts';
import { createEquipment } from '../../product/places/equipment/actions.ts';
import type { CreateEquipment } from '../../product/places/equipment/schemas.ts';
import { lineHeight, PageWriter } from '../../product/reporting/job-sheet/pdf/page-writer.ts';
import { setTicketEquipment } from '../../product/tickets/ticket-equipment/actions.ts';
import type { Actor } from '../../product/visibility.ts';
import { projectByKey, type SeededData, type SeededProject } from './seed-accounts.ts';
import { type Text, text } from './text.ts';

interface DemoDocument {
  title: Text;
  fileName: string;
  /** days after the end of the demo's time */
  expiresIn?: number;
}

const lift: Text = text('Passenger lift', 'Personenaufzug');
const boiler: Text = text('Heating boiler', 'Heizkessel');

const liftPapers: readonly DemoDocument[] = [
  { title: text('Inspection certificate', 'Prüfbescheinigung'), fileName: 'inspection.pdf', expiresIn: 12 },
  { title: text('Operating manual', 'Betriebsanleitung'), fileName: 'manual.pdf' },
];
const buildingPapers: readonly DemoDocument[] = [
  { title: text('Fire safety inspection', 'Brandschau'), fileName: 'fire-safety.pdf', expiresIn: 25 },
];

/** How many of the newest tickets about lifts are about the lift. */
const liftTickets = 5;

/** Equipment of the first object of the client: a lift with papers and a history, and a boiler; two documents that expire soon. */
export async function seedPlaces(data: SeededData): Promise<void> {
  const { timeline, language } = data;
  const quarter = projectByKey(data, 'quarter');
  const { owner } = quarter;
  const [objectId = 0] = quarter.objects;
  const liftId = await addEquipment(data, owner, objectId, {
    name: lift[language],
    kind: text('Lift', 'Aufzug')[language],
    location: text('Stairwell', 'Treppenhaus')[language],
    manufacturer: 'Liftwerk',
    model: 'LW 630',
    serial: 'LW-2017-0815',
    installed_on: '2017-05-31',
  });
  await addEquipment(data, owner, objectId, {
    name: boiler[language],
    kind: text('Heating', 'Heizung')[language],
    location: text('Cellar', 'Keller')[language],
    warranty_until: utcDay(plus(timeline.end, days(400))),
  });
  await linkTickets(data, quarter, objectId, liftId);
  for (const paper of liftPapers) await addPaper(data, owner, { equipmentId: liftId }, paper);
  for (const paper of buildingPapers) await addPaper(data, owner, { objectId }, paper);
  await announce(data, owner, objectId);
}

/** @returns its id; it has a portal, too */
async function addEquipment(
  { deps, timeline }: SeededData,
  owner: Actor,
  objectId: number,
  equipment: CreateEquipment,
): Promise<number> {
  const at = timeline.ago({ days: 55 });
  return deps.db.transaction(async (tx) => {
    const { id } = await createEquipment(tx, deps.config, owner, objectId, equipment, at);
    await openEquipmentPortal(tx, deps.config, owner, id, at);
    return id;
  });
}

async function linkTickets({ deps }: SeededData, { owner }: SeededProject, objectId: number, liftId: number): Promise<void> {
  const tickets = await deps.db.read
    .selectFrom('tickets')
    .select('id')
    .where('object_id', '=', objectId)
    .where('category', '=', 'elevator')
    .orderBy('id', 'desc')
    .limit(liftTickets)
    .execute();
  for (const { id } of tickets) await deps.db.transaction((tx) => setTicketEquipment(tx, owner, id, liftId));
}

async function addPaper(
  data: SeededData,
  owner: Actor,
  place: Place,
  { title, fileName, expiresIn }: DemoDocument,
): Promise<void> {
  const { deps, timeline, language } = data;
  const addedAt = timeline.ago({ days: 50 });
  const bytes = await drawPage(title[language], addedAt, language);
  const file = await spool(Readable.from([bytes]), spoolFolder(deps.config.dataDir), Number.POSITIVE_INFINITY, documentFiles);
  const fields = new Map([['title', title[language]]]);
  if (expiresIn !== undefined) fields.set('expires_on', utcDay(plus(timeline.end, days(expiresIn))));
  await addDocument({ ...deps, clock: () => addedAt }, owner, place, { file, name: fileName, fields });
}

/** @returns a PDF file with a title */
async function drawPage(title: string, createdAt: Date, locale: string): Promise<Buffer> {
  const writer = new PageWriter({ title, locale, createdAt });
  const style = { size: 20, weight: 'bold' } as const;
  for (const line of writer.lines(title, style)) {
    writer.line(line, style);
    writer.y += lineHeight(style);
  }
  return writer.end(() => '');
}

async function announce({ deps, timeline, language }: SeededData, owner: Actor, objectId: number): Promise<void> {
  const words = text(
    'The lift is inspected this week. It stands still for about an hour.',
    'In dieser Woche wird der Aufzug geprüft. Er steht dann etwa eine Stunde still.',
  );
  const [from, to] = [timeline.ago({ hours: 5 }), plus(timeline.end, hours(100))];
  const announcement = { text: words[language], from: from.toISOString(), to: to.toISOString() };
  await deps.db.transaction((tx) => createAnnouncement(tx, owner, objectId, announcement, from));
}
