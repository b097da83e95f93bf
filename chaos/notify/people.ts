import { type ApiUser, addProjectWorker, createProjectFixture, createUser, password } from '../../testing/api-fixtures.ts';
import { inBatches, sendOk } from '../../testing/http-client.ts';
import type { NotificationChannels, Recipient } from '../../testing/notification-channels.ts';
import type { Deployment } from '../lib/deployment.ts';

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

const firstChatId = 1_000;
const hourMs = 3_600_000;
export const allDay = { beforeMs: 2 * hourMs, afterMs: 10 * hourMs };

export async function createTown(
  deployment: Deployment,
  channels: NotificationChannels,
  clients: number,
  workers: number,
): Promise<Omit<Town, 'turningPoint'>> {
  const { base, root } = deployment;
  const people: Person[] = [];
  const projects: Project[] = [];
  const addPerson = async (i: number, user: ApiUser, kind: Kind): Promise<Person> => {
    const chatId = firstChatId + i;
    channels.addChat(chatId);
    const ip = `198.18.${i >> 8}.${i & 255}`;
    const browser = await channels.subscribe(base(), { email: user.email, password }, `browser${i}`, ip);
    const bind = 'update users set messenger_target = $2::text, messenger_bound_by = $2::bigint where id = $1';
    await deployment.query(bind, [user.id, chatId]);
    const person: Person = { user, kind, chatId, browser };
    people.push(person);
    return person;
  };
  await inBatches(clients, async (i) => {
    const { client, project: id, objects } = await createProjectFixture(base(), root, 0);
    projects[i] = { id, client: await addPerson(i, client, kindOfMember(i)), objects, workers: [], memberships: [] };
  });
  await inBatches(workers, async (i) => {
    const person = await addPerson(clients + i, await createUser(base(), root, 'worker'), kindOfWorker(i, workers));
    if (person.kind === 'outsider') return;
    for (const index of new Set([i % clients, (i * 7 + 3) % clients])) await join(deployment, projects[index] as Project, person);
  });
  return { people, projects };
}

const kindOfMember = (i: number): Kind => kindsOfMembers[i % kindsOfMembers.length] ?? 'all';

/** A seventh of the workers are those who must not hear of tickets, or only for a time. */
function kindOfWorker(i: number, workers: number): Kind {
  const others = Math.max(otherKinds.length, Math.floor(workers / 7));
  return i < others ? (otherKinds[i % otherKinds.length] ?? 'outsider') : kindOfMember(i - others);
}

async function join(deployment: Deployment, project: Project, person: Person): Promise<void> {
  await addMember(deployment, project, person);
  if (person.kind === 'removed') await removeMember(deployment, project, person);
  else if (person.kind !== 'leaver' && person.kind !== 'disabled') project.workers.push(person);
}

/** Turns all channels on, except for those who only look into their inboxes, and disables accounts after that. */
export async function turnChannelsOn(deployment: Deployment, { people, turningPoint }: Town): Promise<void> {
  const { base, root } = deployment;
  const all = { messenger: true, email: true, push: true };
  const told = people.filter(({ kind }) => kind !== 'inbox');
  await inBatches(told.length, async (i) => {
    const { user, kind } = told[i] as Person;
    const events = Object.fromEntries(eventsOfRole[user.role === 'client' ? 'client' : 'worker'].map((event) => [event, all]));
    const isQuiet = ['quiet', 'urgent', 'quietEnds', 'quietBegins'].includes(kind);
    const quiet_hours = isQuiet ? { from: '22:00', to: '07:00', timezone: 'UTC', urgent_breaks: kind === 'urgent' } : null;
    const body = { events, quiet_hours, digest: kind === 'digest' ? 'daily' : 'none' };
    await sendOk(base(), { method: 'PUT', path: '/ext/notifications/preferences', token: user.token, body });
    await setTimes(deployment, user, kind, turningPoint);
  });
  for (const { user, kind } of people) {
    if (kind !== 'disabled') continue;
    await sendOk(base(), { method: 'PATCH', path: `/users/${user.id}`, token: root.token, body: { is_active: false } });
  }
}

/** The API takes full minutes, for which a short run cannot wait. */
async function setTimes(deployment: Deployment, { id }: ApiUser, kind: Kind, turningPoint: number): Promise<void> {
  const from = kind === 'quietBegins' ? turningPoint : turningPoint - allDay.beforeMs;
  const to = kind === 'quietEnds' ? turningPoint : turningPoint + allDay.afterMs;
  const times = [from, to, turningPoint].map((ms) => new Date(ms).toISOString().slice(11, 19));
  await deployment.query(
    `update notification_preferences
     set quiet_from = case when quiet_from is not null then $2::time end, quiet_to = case when quiet_to is not null then $3::time end,
       digest_at = case when digest_at is not null then $4::time end
     where user_id = $1`,
    [id, ...times],
  );
}

const eventsOfRole = {
  client: ['ticket_started', 'ticket_done', 'ticket_canceled'],
  worker: ['ticket_available', 'ticket_assigned', 'ticket_rejected', 'ticket_confirmed', 'ticket_canceled'],
};

/** Only while the service has no ticket events to tell: who is a member then is told of the next ones. */
export async function addMember({ base }: Deployment, project: Project, person: Person): Promise<void> {
  await addProjectWorker(base(), { client: project.client.user, project: project.id }, person.user);
  project.memberships.push({ person, from: Date.now(), until: Number.POSITIVE_INFINITY });
}

export async function removeMember({ base }: Deployment, project: Project, person: Person): Promise<void> {
  const path = `/projects/${project.id}/workers/${person.user.id}`;
  const until = Date.now();
  await sendOk(base(), { method: 'DELETE', path, token: project.client.user.token });
  const membership = project.memberships.findLast((one) => one.person === person);
  if (membership) membership.until = until;
}

export const isMember = ({ memberships }: Project, who: Person, at: number): boolean =>
  memberships.some(({ person, from, until }) => person === who && from <= at && at < until);
