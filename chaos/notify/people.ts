import type pg from 'pg';
import { type ApiUser, addProjectWorker, createUser, password } from '../../testing/api-fixtures.ts';
import { sendOk } from '../../testing/http-client.ts';
import type { NotificationChannels, Recipient } from '../../testing/notification-channels.ts';

// The people of `npm run chaos -- notify`: clients with a project each, and workers who are members of two.

/**
 * How somebody is told. `quiet`: quiet hours for the whole run, `urgent`: the same, broken by high priority; `quietEnds`,
 * `quietBegins`, `digest`: at the turning point of the run; `inbox`: no channel is turned on.
 */
const kindsOfMembers = ['all', 'all', 'quiet', 'all', 'digest', 'quietEnds', 'quietBegins', 'inbox', 'urgent'] as const;
/** `leaver`: removed from projects and invited again during the run; the others are told nothing at all. */
const otherKinds = ['leaver', 'outsider', 'removed', 'disabled'] as const;
type Kind = (typeof kindsOfMembers)[number] | (typeof otherKinds)[number];

export interface Person extends Recipient {
  user: ApiUser;
  role: 'client' | 'worker';
  kind: Kind;
}

export interface Project {
  id: number;
  client: Person;
  objects: number[];
  /** those who do the work */
  workers: Person[];
  /** the periods in which somebody is a member, in milliseconds */
  memberships: { person: Person; from: number; until: number }[];
}

export interface Town {
  people: Person[];
  projects: Project[];
  /** in milliseconds: quiet hours begin or end, and the digest is due */
  turningPoint: number;
}

export interface TownTask {
  /** @returns the address of any instance */
  base: () => string;
  root: ApiUser;
  db: pg.Client;
  channels: NotificationChannels;
  clients: number;
  workers: number;
}

const firstChatId = 1_000;
const hourMs = 3_600_000;
export const allDay = { beforeMs: 2 * hourMs, afterMs: 10 * hourMs };
/** How many accounts are created at the same time: each costs a password hash. */
const parallel = 6;

export async function createTown(task: TownTask): Promise<Omit<Town, 'turningPoint'>> {
  const { db, clients, workers } = task;
  const people = await inGroups(clients + workers, parallel, (i) =>
    i < clients
      ? createPerson(task, i, 'client', kindOfMember(i))
      : createPerson(task, i, 'worker', kindOfWorker(i - clients, workers)),
  );
  const bind = 'update users set messenger_target = $2::text, messenger_bound_by = $2::bigint where id = $1';
  for (const { user, chatId } of people) await db.query(bind, [user.id, chatId]);
  const owners = people.filter(({ role }) => role === 'client');
  const projects = await inGroups(owners.length, parallel, (i) => createProject(task, owners[i] as Person, i));
  const employed = people.filter(({ role, kind }) => role === 'worker' && kind !== 'outsider');
  await inGroups(employed.length, parallel, async (i) => {
    const own = new Set([i % projects.length, (i * 7 + 3) % projects.length]);
    for (const index of own) await joinProject(task, projects[index] as Project, employed[i] as Person);
  });
  return { people, projects };
}

const kindOfMember = (i: number): Kind => kindsOfMembers[i % kindsOfMembers.length] ?? 'all';

/** A seventh of the workers are those who must not hear of tickets, or only for a time. */
function kindOfWorker(i: number, workers: number): Kind {
  const others = Math.max(otherKinds.length, Math.floor(workers / 7));
  return i < others ? (otherKinds[i % otherKinds.length] ?? 'outsider') : kindOfMember(i - others);
}

async function createPerson(task: TownTask, i: number, role: Person['role'], kind: Kind): Promise<Person> {
  const { base, root, channels } = task;
  const user = await createUser(base(), root, role);
  const chatId = firstChatId + i;
  channels.addChat(chatId);
  const login = { email: user.email, password };
  const browser = await channels.subscribe(base(), login, `browser${i}`, `198.18.${i >> 8}.${i & 255}`);
  return { user, role, kind, chatId, browser };
}

/** Turns all channels on, except for those who only look into their inboxes, and disables accounts after that. */
export async function turnChannelsOn(
  task: Pick<TownTask, 'base' | 'root' | 'db'>,
  { people, turningPoint }: Town,
): Promise<void> {
  const told = people.filter(({ kind }) => kind !== 'inbox');
  await inGroups(told.length, parallel, (i) => turnOn(task, told[i] as Person));
  for (const person of told) await setTimes(task.db, person, turningPoint);
  for (const person of people) if (person.kind === 'disabled') await disable(task, person);
}

async function turnOn({ base }: Pick<TownTask, 'base'>, { user, role, kind }: Person): Promise<void> {
  const all = { messenger: true, email: true, push: true };
  const events = Object.fromEntries(eventsOfRole[role].map((event) => [event, all]));
  const quiet = kind === 'quiet' || kind === 'urgent' || kind === 'quietEnds' || kind === 'quietBegins';
  const quiet_hours = quiet ? { from: '22:00', to: '07:00', timezone: 'UTC', urgent_breaks: kind === 'urgent' } : null;
  const body = { events, quiet_hours, digest: kind === 'digest' ? 'daily' : 'none' };
  await sendOk(base(), { method: 'PUT', path: '/ext/notifications/preferences', token: user.token, body });
}

/** The API takes full minutes, for which a short run cannot wait. */
async function setTimes(db: pg.Client, { user, kind }: Person, turningPoint: number): Promise<void> {
  const from = kind === 'quietBegins' ? turningPoint : turningPoint - allDay.beforeMs;
  const to = kind === 'quietEnds' ? turningPoint : turningPoint + allDay.afterMs;
  const times = `update notification_preferences
    set quiet_from = case when quiet_from is not null then $2::time end, quiet_to = case when quiet_to is not null then $3::time end,
      digest_at = case when digest_at is not null then $4::time end
    where user_id = $1`;
  await db.query(times, [user.id, timeOfDay(from), timeOfDay(to), timeOfDay(turningPoint)]);
}

const timeOfDay = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

const eventsOfRole = {
  client: ['ticket_started', 'ticket_done', 'ticket_canceled'],
  worker: ['ticket_available', 'ticket_assigned', 'ticket_rejected', 'ticket_confirmed', 'ticket_canceled'],
} as const;

async function createProject({ base }: TownTask, client: Person, i: number): Promise<Project> {
  const { token } = client.user;
  const { body } = await sendOk(base(), { method: 'POST', path: '/projects', token, body: { name: `Project ${i}` } });
  const project: Project = { id: body.id, client, objects: [], workers: [], memberships: [] };
  for (const name of ['Lobby', 'Roof']) {
    const path = `/projects/${project.id}/objects`;
    const object = await sendOk(base(), { method: 'POST', path, token, body: { name, address: `${name} street 1` } });
    project.objects.push(object.body.id);
  }
  return project;
}

async function joinProject(task: TownTask, project: Project, person: Person): Promise<void> {
  await addMember(task, project, person);
  if (person.kind === 'removed') await removeMember(task, project, person);
  else if (person.kind !== 'leaver' && person.kind !== 'disabled') project.workers.push(person);
}

type Api = Pick<TownTask, 'base' | 'root'>;

/** Only while the service has no ticket events to tell: who is a member then is told of the next ones. */
export async function addMember({ base }: Api, project: Project, person: Person): Promise<void> {
  await addProjectWorker(base(), { client: project.client.user, project: project.id }, person.user);
  project.memberships.push({ person, from: Date.now(), until: Number.POSITIVE_INFINITY });
}

export async function removeMember({ base }: Api, project: Project, person: Person): Promise<void> {
  const path = `/projects/${project.id}/workers/${person.user.id}`;
  const until = Date.now();
  await sendOk(base(), { method: 'DELETE', path, token: project.client.user.token });
  const membership = project.memberships.findLast((one) => one.person === person);
  if (membership) membership.until = until;
}

async function disable({ base, root }: Api, person: Person): Promise<void> {
  const call = { method: 'PATCH', path: `/users/${person.user.id}`, token: root.token, body: { is_active: false } };
  await sendOk(base(), call);
}

export const isMember = ({ memberships }: Project, who: Person, at: number): boolean =>
  memberships.some(({ person, from, until }) => person === who && from <= at && at < until);

/** Calls a function for each index, so many at a time. */
async function inGroups<T>(count: number, size: number, run: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let first = 0; first < count; first += size) {
    const group = Array.from({ length: Math.min(size, count - first) }, (_, i) => run(first + i));
    results.push(...(await Promise.all(group)));
  }
  return results;
}
