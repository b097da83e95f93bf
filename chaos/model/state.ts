import type { Fixtures, TestUser } from '../../testing/fixtures.ts';

// A small model of the specification: entities, visibility and permissions. It shares no code
// with the service.

export const day = 86_400_000;

export interface User {
  person: TestUser;
  role: string;
  email: string;
  active: boolean;
  confirmed: boolean;
  createdBy: User | undefined;
  gone: boolean;
}

export interface Project {
  id: number;
  owner: User;
  name: string;
  active: boolean;
  gone: boolean;
}

export interface Place {
  id: number;
  project: Project;
  name: string;
  address: string;
  active: boolean;
}

export interface Member {
  project: Project;
  worker: User;
  status: 'invited' | 'active' | 'declined';
  expires: number;
}

export interface Event {
  action: string;
  from: string;
  to: string;
  actor: User;
  comment: string;
  at: number;
}

export interface Photo {
  id: number;
  uploader: User;
  name: string;
  size: number;
}

export interface Ticket {
  id: number;
  place: Place;
  client: User;
  status: string;
  category: string;
  priority: string;
  description: string;
  floor: string;
  address: string;
  createdAt: number;
  worker?: User;
  assigned?: { at: number; by: User };
  startedAt?: number;
  doneAt?: number;
  confirmedAt?: number;
  rejected?: { at: number; reason: string };
  closed?: { at: number; by: User };
  cancelReason?: string;
  reworks: number;
  events: Event[];
  photos: Photo[];
  rule: Rule | undefined;
  gone: boolean;
}

export interface Rule {
  id: number;
  place: Place;
  address: string;
  category: string;
  priority: string;
  description: string;
  floor: string;
  anchor: number;
  period: number;
  active: boolean;
  createdAt: number;
  createdBy: User;
  lastRun: number | undefined;
  runs: { at: number; ticket: Ticket }[];
  gone: boolean;
}

export class Model {
  readonly users: User[] = [];
  readonly projects: Project[] = [];
  readonly places: Place[] = [];
  members: Member[] = [];
  readonly tickets: Ticket[] = [];
  readonly rules: Rule[] = [];

  constructor(fixtures: Fixtures) {
    const [root, anna, boris, wanda, ivan, oleg] = [
      fixtures.root,
      fixtures.anna,
      fixtures.boris,
      fixtures.wanda,
      fixtures.ivan,
      fixtures.oleg,
    ].map((person) => this.addUser(person, true, undefined));
    if (!root || !anna || !boris || !wanda || !ivan || !oleg) throw new Error('a user of the fixtures is missing');
    const tower = this.addProject(fixtures.tower, anna, 'Tower');
    const yard = this.addProject(fixtures.yard, boris, 'Yard');
    this.places.push({ id: fixtures.lobby, project: tower, name: 'Lobby', address: 'Lobby street 1', active: true });
    this.places.push({ id: fixtures.gate, project: yard, name: 'Gate', address: 'Gate street 1', active: true });
    this.members.push({ project: tower, worker: wanda, status: 'active', expires: 0 });
    this.members.push({ project: tower, worker: ivan, status: 'invited', expires: fixtures.now.getTime() + 7 * day });
  }

  addUser(person: TestUser, confirmed: boolean, createdBy: User | undefined): User {
    const user: User = { person, role: person.role, email: person.email, active: true, confirmed, createdBy, gone: false };
    this.users.push(user);
    return user;
  }

  addProject(id: number, owner: User, name: string): Project {
    const project: Project = { id, owner, name, active: true, gone: false };
    this.projects.push(project);
    return project;
  }

  member(project: Project, worker: User): Member | undefined {
    return this.members.find((row) => row.project === project && row.worker === worker);
  }

  isActiveMember(project: Project, worker: User): boolean {
    return this.member(project, worker)?.status === 'active';
  }

  /** Whether an actor manages a user: a client the active members of its projects, an admin everyone. */
  manages(actor: User, user: User): boolean {
    if (user.gone) return false;
    if (actor.role === 'admin') return true;
    return this.members.some((row) => row.worker === user && row.status === 'active' && row.project.owner === actor);
  }

  seesTicket(actor: User, ticket: Ticket): boolean {
    if (actor.role === 'admin') return true;
    if (actor.role === 'client') return ticket.client === actor;
    return ticket.worker === actor || (ticket.status === 'new' && this.isActiveMember(ticket.place.project, actor));
  }

  /** @returns the newest existing ticket of a rule */
  isHeldBack(rule: Rule): boolean {
    const newest = this.tickets.filter((ticket) => ticket.rule === rule && !ticket.gone).sort((a, b) => b.id - a.id)[0];
    return newest !== undefined && newest.status !== 'closed';
  }

  dropTicket(ticket: Ticket): void {
    ticket.gone = true;
    for (const rule of this.rules) rule.runs = rule.runs.filter((run) => run.ticket !== ticket);
  }
}

export const seesProject = (actor: User, project: Project): boolean =>
  !project.gone && (actor.role === 'admin' || project.owner === actor);

export const seesRule = (actor: User, rule: Rule): boolean =>
  !rule.gone && (actor.role === 'admin' || rule.place.project.owner === actor);

export const isOpenPlace = (place: Place): boolean => place.active && place.project.active;

/** The first point of the grid at or after the creation; once it ran, the first after the last run. */
export function nextRun({ anchor, period, createdAt, lastRun }: Rule): number {
  let at = anchor;
  while (lastRun === undefined ? at < createdAt : at <= lastRun) at += period * day;
  return at;
}

/**
 * Checks the caller: 401 for a deleted account, 403 for a disabled one or another role.
 * @returns undefined when the call is allowed
 */
export function atTheDoor(actor: User, roles: string[]): number | undefined {
  if (actor.gone) return 401;
  return actor.active && roles.includes(actor.role) ? undefined : 403;
}
