import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { plus } from '../../platform/lib/clock.ts';
import { hours, minutes } from '../../platform/lib/duration.ts';
import { hashPassword } from '../../platform/security/passwords.ts';
import { answerInvitation, inviteWorker } from '../../product/members/actions.ts';
import { changeObject, createObject } from '../../product/objects/actions.ts';
import { changeProject, createProject } from '../../product/projects/actions.ts';
import { confirmUser, createUser, setActive } from '../../product/users/actions.ts';
import { createFirstAdmin } from '../../product/users/first-admin.ts';
import type { Actor } from '../../product/visibility.ts';
import { type DemoProject, type DemoUser, demoClients, demoLogins, demoPassword, demoWorkers } from './fixtures.ts';
import type { Timeline } from './timeline.ts';

/** A project in the database. */
export interface SeededProject {
  id: number;
  name: string;
  language: DemoProject['language'];
  owner: Actor;
  objects: { id: number; name: string }[];
  members: Actor[];
}

export interface SeededData {
  /** with the clock of the timeline */
  deps: Deps;
  timeline: Timeline;
  admin: Actor;
  projects: SeededProject[];
}

/** Creates users, projects, objects and memberships. */
export async function seedAccounts(deps: Deps, timeline: Timeline): Promise<SeededData> {
  const { db } = deps;
  const start = timeline.ago({ days: 60 });
  await createFirstAdmin(db, { email: demoLogins.admin, password: demoPassword }, start);
  const { id } = await db.read.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow();
  const admin: Actor = { id, role: 'admin' };
  const passwordHash = await hashPassword(demoPassword);
  return db.transaction(async (tx) => {
    const createAccount: CreateAccount = async (creator, user, role, at) => {
      const created = await createUser(tx, creator, { ...user, role, passwordHash }, at);
      // The password of the demo is public, so only the workers of clients keep the mark, to show it.
      if (creator.role === 'admin') {
        await tx.updateTable('users').set({ must_change_password: false }).where('id', '=', created.id).execute();
      }
      return { id: created.id, role };
    };
    const workers: Actor[] = [];
    for (const worker of demoWorkers) workers.push(await createAccount(admin, worker, 'worker', start));
    const projects: SeededProject[] = [];
    for (const { projects: fixtures, ...client } of demoClients) {
      const owner = await createAccount(admin, client, 'client', plus(start, hours(1)));
      for (const [i, fixture] of fixtures.entries()) {
        projects.push(await seedProject(tx, owner, fixture, workers, plus(start, hours(2 + i))));
      }
    }
    const data = { deps, timeline, admin, projects };
    await seedSpecialCases(tx, data, workers, createAccount);
    return data;
  });
}

type CreateAccount = (creator: Actor, user: DemoUser, role: Actor['role'], at: Date) => Promise<Actor>;

/** @throws when the fixtures have no project of this name */
export function projectByName({ projects }: SeededData, name: string): SeededProject {
  const project = projects.find((one) => one.name === name);
  if (!project) throw new Error(`the demo has no project ${name}`);
  return project;
}

async function seedProject(tx: Tx, owner: Actor, fixture: DemoProject, workers: Actor[], at: Date): Promise<SeededProject> {
  const { name, language } = fixture;
  const { id } = await createProject(tx, owner, name, undefined, at);
  const objects: SeededProject['objects'] = [];
  for (const [name, address] of Object.entries(fixture.objects)) {
    const object = await createObject(tx, owner, id, { name, address }, plus(at, minutes(objects.length + 1)));
    objects.push({ id: object.id, name });
  }
  const members: Actor[] = [];
  for (const index of fixture.members) {
    const worker = workers[index];
    if (!worker) throw new Error(`${name}: the demo has no worker ${index}`);
    await inviteWorker(tx, owner, id, worker.id, plus(at, minutes(10)));
    await answerInvitation(tx, worker, id, 'active', false, plus(at, hours(3 + index)));
    members.push(worker);
  }
  return { id, name, language, owner, objects, members };
}

/** A disabled project and object, open, declined and expired invitations, an unconfirmed and a disabled worker. */
async function seedSpecialCases(
  tx: Tx,
  data: SeededData,
  [jonas, priya, tom]: Actor[],
  createAccount: CreateAccount,
): Promise<void> {
  if (!jonas || !priya || !tom) throw new Error('the demo has too few workers');
  const quarter = projectByName(data, 'Harbour Quarter');
  const school = projectByName(data, 'Mill Lane School');
  const library = projectByName(data, 'Central Library');
  const estate = projectByName(data, 'Siedlung Nordstadt');
  const daysAgo = (days: number): Date => data.timeline.ago({ days });

  const pavilion = await createObject(tx, school.owner, school.id, { name: 'Pavilion', address: '5 Mill Lane' }, daysAgo(58));
  await changeObject(tx, school.owner, pavilion.id, { is_active: false });
  const market = await createProject(tx, library.owner, 'Winter Market', undefined, daysAgo(57));
  await createObject(tx, library.owner, market.id, { name: 'Stalls', address: 'Market Square' }, daysAgo(57));
  await changeProject(tx, library.owner, market.id, { is_active: false });

  await inviteWorker(tx, library.owner, library.id, jonas.id, daysAgo(2));
  await inviteWorker(tx, estate.owner, estate.id, tom.id, daysAgo(15));
  await answerInvitation(tx, tom, estate.id, 'declined', false, daysAgo(14));
  await inviteWorker(tx, estate.owner, estate.id, priya.id, daysAgo(20)); // expired meanwhile

  const nils = { email: 'nils@demo.callout.example', name: 'Nils R.', phone: '' };
  await createAccount(quarter.owner, nils, 'worker', daysAgo(1)); // not confirmed yet
  const ines = { email: 'ines@demo.callout.example', name: 'Ines F.', phone: '+49 151 5550009' };
  const confirmed = await createAccount(quarter.owner, ines, 'worker', daysAgo(30));
  await confirmUser(tx, quarter.owner, confirmed.id, daysAgo(29));
  await inviteWorker(tx, quarter.owner, quarter.id, confirmed.id, daysAgo(28));
  await answerInvitation(tx, confirmed, quarter.id, 'active', false, daysAgo(27));
  const robert = { email: 'robert@demo.callout.example', name: 'Robert G.', phone: '' };
  const disabled = await createAccount(data.admin, robert, 'worker', daysAgo(50));
  await setActive(tx, data.admin, disabled.id, false, daysAgo(21));
}
