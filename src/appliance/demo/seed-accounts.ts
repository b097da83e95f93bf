import type { Tx } from '../../platform/database/database.ts';
import { plus } from '../../platform/lib/clock.ts';
import { hours, minutes } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { hashPassword } from '../../platform/security/passwords.ts';
import { confirmUser, createUser, setActive } from '../../product/identity/users/actions.ts';
import { createFirstAdmin } from '../../product/identity/users/first-admin.ts';
import { answerInvitation, inviteWorker } from '../../product/places/members/actions.ts';
import { setObjectNotes } from '../../product/places/object-notes/actions.ts';
import { changeObject, createObject } from '../../product/places/objects/actions.ts';
import { changeProject, createProject } from '../../product/places/projects/actions.ts';
import { replaceAbsences } from '../../product/tickets/absences/queries.ts';
import type { Actor } from '../../product/visibility.ts';
import {
  accountOf,
  clientsWorkers,
  type DemoProject,
  demoAdminName,
  demoClients,
  demoLogins,
  demoPassword,
  demoWorkers,
  disabledFixtures,
  disabledWorker,
  type ProjectKey,
} from './fixtures.ts';
import { type DemoLanguage, type Text, text } from './text.ts';
import type { Timeline } from './timeline.ts';

/** A project in the database. */
export interface SeededProject {
  id: number;
  key: ProjectKey;
  owner: Actor;
  /** their ids, in the order of the fixtures */
  objects: number[];
  /** without the disabled worker */
  members: Actor[];
}

export interface SeededData {
  /** with the clock of the timeline */
  deps: Deps;
  timeline: Timeline;
  language: DemoLanguage;
  admin: Actor;
  /** in the order of the fixtures */
  workers: Actor[];
  projects: SeededProject[];
}

/** Creates users, projects, objects and memberships. */
export async function seedAccounts(deps: Deps, timeline: Timeline, language: DemoLanguage): Promise<SeededData> {
  const { db } = deps;
  const start = timeline.ago({ days: 60 });
  await createFirstAdmin(db, { email: demoLogins.admin, password: demoPassword }, start);
  const { id } = await db.read.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow();
  const admin: Actor = { id, role: 'admin' };
  const passwordHash = await hashPassword(demoPassword);
  return db.transaction(async (tx) => {
    await tx.updateTable('users').set({ name: demoAdminName[language] }).where('id', '=', id).execute();
    const createAccount: CreateAccount = async (creator, user, role, at) => {
      const created = await createUser(tx, creator, { ...user, role, passwordHash }, at);
      // The password of the demo is public, so only the workers of clients keep the mark, to show it.
      if (creator.role === 'admin') {
        await tx.updateTable('users').set({ must_change_password: false }).where('id', '=', created.id).execute();
      }
      return { id: created.id, role };
    };
    const workers: Actor[] = [];
    for (const worker of demoWorkers) {
      workers.push(await createAccount(admin, accountOf(worker, 'mobile', language), 'worker', start));
    }
    const projects: SeededProject[] = [];
    for (const { projects: fixtures, ...client } of demoClients) {
      const owner = await createAccount(admin, accountOf(client, 'office', language), 'client', plus(start, hours(1)));
      for (const [i, fixture] of fixtures.entries()) {
        projects.push(await seedProject(tx, language, owner, fixture, workers, plus(start, hours(2 + i))));
      }
    }
    const data = { deps, timeline, language, admin, workers, projects };
    await seedSpecialCases(tx, data, createAccount);
    await tx.updateTable('users').set({ language }).execute(); // of mails and messages to them
    return data;
  });
}

type CreateAccount = (creator: Actor, user: ReturnType<typeof accountOf>, role: Actor['role'], at: Date) => Promise<Actor>;

/** @throws when the fixtures have no project of this key */
export function projectByKey({ projects }: Pick<SeededData, 'projects'>, key: ProjectKey): SeededProject {
  const project = projects.find((one) => one.key === key);
  if (!project) throw new Error(`the demo has no project ${key}`);
  return project;
}

/** How to get into the first objects of each project. */
const objectNotes: readonly Text[] = [
  text(
    'Main entrance until 18:00, afterwards ring at the caretaker. The key of the plant room hangs at the porter.',
    'Haupteingang bis 18 Uhr, danach beim Hausmeister klingeln. Der Schlüssel zum Technikraum hängt beim Pförtner.',
  ),
  text(
    'Deliveries and tools by the yard; the gate opens with code 4711.',
    'Werkzeug und Material über den Hof; das Tor öffnet mit Code 4711.',
  ),
];

async function seedProject(
  tx: Tx,
  language: DemoLanguage,
  owner: Actor,
  fixture: DemoProject,
  workers: Actor[],
  at: Date,
): Promise<SeededProject> {
  const { key } = fixture;
  const { id } = await createProject(tx, owner, fixture.name[language], undefined, at);
  const objects: number[] = [];
  for (const [name, address] of fixture.objects) {
    const object = { name: name[language], address: address[language] };
    const created = await createObject(tx, owner, id, object, plus(at, minutes(objects.length + 1)));
    const notes = objectNotes[objects.length];
    if (notes) await setObjectNotes(tx, owner, created.id, notes[language], plus(at, hours(1)));
    objects.push(created.id);
  }
  const members: Actor[] = [];
  for (const index of fixture.members) {
    const worker = workers[index];
    if (!worker) throw new Error(`${key}: the demo has no worker ${index}`);
    await inviteWorker(tx, owner, id, worker.id, plus(at, minutes(10)));
    await answerInvitation(tx, worker, id, 'active', false, plus(at, hours(3 + index)));
    if (index !== disabledWorker) members.push(worker);
  }
  return { id, key, owner, objects, members };
}

/** A disabled project and object, open, declined and expired invitations, an unconfirmed and a disabled worker. */
async function seedSpecialCases(tx: Tx, data: SeededData, createAccount: CreateAccount): Promise<void> {
  const { deps, timeline, language, admin } = data;
  const [printed, second, third] = data.workers;
  const disabled = data.workers[disabledWorker];
  if (!printed || !second || !third || !disabled) throw new Error('the demo has too few workers');
  const [quarter, school] = [projectByKey(data, 'quarter'), projectByKey(data, 'school')];
  const [library, estate] = [projectByKey(data, 'library'), projectByKey(data, 'estate')];
  const daysAgo = (days: number): Date => timeline.ago({ days });
  const { pavilion, market, stalls } = disabledFixtures;
  const inLanguage = ({ name, address }: typeof stalls) => ({ name: name[language], address: address[language] });

  const building = await createObject(tx, school.owner, school.id, inLanguage(pavilion), daysAgo(58));
  await changeObject(tx, school.owner, building.id, { is_active: false });
  const project = await createProject(tx, library.owner, market[language], undefined, daysAgo(57));
  await createObject(tx, library.owner, project.id, inLanguage(stalls), daysAgo(57));
  await changeProject(tx, library.owner, project.id, { is_active: false });

  await inviteWorker(tx, library.owner, library.id, printed.id, daysAgo(2));
  await inviteWorker(tx, estate.owner, estate.id, third.id, daysAgo(15));
  await answerInvitation(tx, third, estate.id, 'declined', false, daysAgo(14));
  await inviteWorker(tx, estate.owner, estate.id, second.id, daysAgo(20)); // expired meanwhile

  const day = (time: Date): string => time.toISOString().slice(0, 10);
  const holiday = text('Holiday', 'Urlaub')[language];
  await replaceAbsences(tx, third, third.id, [{ from: day(daysAgo(2)), to: day(daysAgo(-6)), note: holiday }]);

  const { unconfirmed, confirmed } = clientsWorkers;
  await createAccount(quarter.owner, accountOf(unconfirmed, 'mobile', language), 'worker', daysAgo(1));
  const { id, role } = await createAccount(quarter.owner, accountOf(confirmed, 'mobile', language), 'worker', daysAgo(30));
  await confirmUser(tx, quarter.owner, id, daysAgo(29));
  await inviteWorker(tx, quarter.owner, quarter.id, id, daysAgo(28));
  await answerInvitation(tx, { id, role }, quarter.id, 'active', false, daysAgo(27));

  timeline.schedule(daysAgo(21), () => deps.db.transaction((tx) => setActive(tx, admin, disabled.id, false, timeline.now)));
}
