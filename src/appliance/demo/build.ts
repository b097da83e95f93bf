import type { Tx } from '../../platform/database/open.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days, hours, minutes } from '../../platform/lib/duration.ts';
import { emailKey } from '../../platform/lib/email.ts';
import { hashPassword } from '../../platform/security/passwords.ts';
import { answerInvitation, inviteWorker } from '../../product/members/actions.ts';
import { changeObject, createObject } from '../../product/objects/actions.ts';
import { changeProject, createProject } from '../../product/projects/actions.ts';
import { confirmUser, createUser, setActive } from '../../product/users/actions.ts';
import { createFirstAdmin } from '../../product/users/first-admin.ts';
import type { Actor } from '../../product/visibility.ts';
import { Agenda } from './agenda.ts';
import type { Building, BuiltProject, City } from './built.ts';
import { clients, type DemoProject, demoPassword, logins, workers } from './city.ts';
import { planRules } from './rounds.ts';
import { planTickets } from './tickets.ts';

/**
 * Fills an empty database with the weeks before `today`, through the actions that serve the API:
 * each at its moment, so that journal, counters and stamps are what they would be.
 */
export async function buildCity(deps: Building, today: Date): Promise<void> {
  const agenda = new Agenda(today);
  const city = await settle(deps, agenda);
  planTickets(deps, agenda, city);
  planRules(deps, agenda, city);
  await agenda.run();
}

/** Accounts, projects, objects and members: two months ago, and some odd ones since. */
async function settle(deps: Building, agenda: Agenda): Promise<City> {
  const { db } = deps;
  const start = agenda.ago({ days: 60 });
  await createFirstAdmin(db, { email: logins.admin, password: demoPassword }, start);
  const { id } = await db.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(logins.admin))
    .executeTakeFirstOrThrow();
  const admin: Actor = { id, role: 'admin' };
  const hash = await hashPassword(demoPassword);
  const account = async (
    tx: Tx,
    by: Actor,
    user: { email: string; name: string; phone: string },
    role: Actor['role'],
    at: Date,
  ) => {
    const created = await createUser(tx, by, { ...user, role, passwordHash: hash }, at);
    return { id: created.id, role };
  };
  return db.transaction(async (tx) => {
    const crew: Actor[] = [];
    for (const worker of workers) crew.push(await account(tx, admin, worker, 'worker', start));
    const owners: City['clients'] = [];
    for (const { projects, ...client } of clients) {
      const actor = await account(tx, admin, client, 'client', plus(start, hours(1)));
      const built: BuiltProject[] = [];
      for (const project of projects)
        built.push(await buildProject(tx, actor, project, crew, plus(start, hours(2 + built.length))));
      owners.push({ actor, projects: built });
    }
    const city = { admin, clients: owners };
    await addOddities(tx, agenda, city, crew, account);
    return city;
  });
}

async function buildProject(tx: Tx, owner: Actor, project: DemoProject, crew: Actor[], at: Date): Promise<BuiltProject> {
  const { id } = await createProject(tx, owner, project.name, undefined, at);
  const objects: number[] = [];
  for (const [name, address] of project.objects) {
    objects.push((await createObject(tx, owner, id, { name, address }, plus(at, minutes(objects.length + 1)))).id);
  }
  const members: Actor[] = [];
  for (const place of project.members) {
    const worker = crew[place];
    if (!worker) throw new Error(`${project.name}: no worker ${place}`);
    await inviteWorker(tx, owner, id, worker.id, plus(at, minutes(10)));
    await answerInvitation(tx, worker, id, 'active', plus(at, hours(3 + place)));
    members.push(worker);
  }
  return { id, owner, objects, members, language: project.language };
}

/** What a board also has to show: doors that are shut, people who wait, refuse or have left. */
async function addOddities(
  tx: Tx,
  agenda: Agenda,
  { admin, clients: owners }: City,
  crew: Actor[],
  account: (tx: Tx, by: Actor, user: { email: string; name: string; phone: string }, role: 'worker', at: Date) => Promise<Actor>,
): Promise<void> {
  const [homes, nordstadt, culture] = owners;
  const [jonas, priya, tom] = crew;
  const [quarter, , school] = homes?.projects ?? [];
  if (!homes || !nordstadt || !culture || !jonas || !priya || !tom || !quarter || !school)
    throw new Error('the city is too small');

  const pavilion = await createObject(
    tx,
    homes.actor,
    school.id,
    { name: 'Pavilion', address: '5 Mill Lane' },
    agenda.ago({ days: 58 }),
  );
  await changeObject(tx, homes.actor, pavilion.id, { is_active: false });
  const market = await createProject(tx, culture.actor, 'Winter Market', undefined, agenda.ago({ days: 57 }));
  await createObject(tx, culture.actor, market.id, { name: 'Stalls', address: 'Market Square' }, agenda.ago({ days: 57 }));
  await changeProject(tx, culture.actor, market.id, { is_active: false });

  // An invitation that waits for the worker's login, one that was declined, one that ran out.
  const library = culture.projects[0];
  const houses = nordstadt.projects[0];
  if (!library || !houses) throw new Error('the city is too small');
  await inviteWorker(tx, culture.actor, library.id, jonas.id, agenda.ago({ days: 2 }));
  await inviteWorker(tx, nordstadt.actor, houses.id, tom.id, agenda.ago({ days: 15 }));
  await answerInvitation(tx, tom, houses.id, 'declined', agenda.ago({ days: 14 }));
  await inviteWorker(tx, nordstadt.actor, houses.id, priya.id, agenda.ago({ days: 20 }));

  const fresh = { email: 'nils@demo.callout.example', name: 'Nils R.', phone: '' };
  await account(tx, homes.actor, fresh, 'worker', agenda.ago({ days: 1 })); // waits to be confirmed
  const own = { email: 'ines@demo.callout.example', name: 'Ines F.', phone: '+49 151 5550009' };
  const ines = await account(tx, homes.actor, own, 'worker', agenda.ago({ days: 30 }));
  await confirmUser(tx, homes.actor, ines.id, agenda.ago({ days: 29 }));
  await inviteWorker(tx, homes.actor, quarter.id, ines.id, agenda.ago({ days: 28 }));
  await answerInvitation(tx, ines, quarter.id, 'active', agenda.ago({ days: 27 }));
  const left = { email: 'robert@demo.callout.example', name: 'Robert G.', phone: '' };
  const robert = await account(tx, admin, left, 'worker', plus(agenda.end, -days(50)));
  await setActive(tx, admin, robert.id, false, agenda.ago({ days: 21 }));
}
