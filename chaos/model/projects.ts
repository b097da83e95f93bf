import { expectAnswer, expectItems, expectRefusal, type Fields, stamp } from './compare.ts';
import { atTheDoor, day, type Place, type Project, seesProject, type User } from './state.ts';
import type { Action, Step } from './step.ts';

// Actions on projects, objects and members.

const missing = 999_999;
const managers = ['admin', 'client'];
const names = ['Tower', 'Yard', 'Mill', 'Dock', 'Farm'];

const projectFields = ({ id, name, owner, active }: Project): Fields => ({
  id,
  name,
  client_id: owner.person.id,
  client_name: owner.person.name,
  is_active: active,
});

const placeFields = ({ id, project, name, address, active }: Place): Fields => ({
  id,
  project_id: project.id,
  project_name: project.name,
  name,
  address,
  is_active: active,
});

const addProject: Action = async (step) => {
  const { model } = step;
  const actor = step.actor('client', 'client', 'admin');
  const named = step.oneIn(5) ? undefined : step.any(model.users.filter(({ role }) => role === 'client' || step.oneIn(5)));
  const name = step.oneOf(...names, 'x');
  const answer = await step.call(actor, 'POST', '/projects', { name, ...(named && { client_id: named.person.id }) });
  const owner = actor.role === 'client' ? actor : named;
  const refused = atTheDoor(actor, managers) ?? refusalOfProject(step, name, owner);
  if (refused || !owner) return expectRefusal(answer, refused ?? 400);
  const project = model.addProject(answer.body.id, owner, name);
  expectAnswer(answer, 201, { ...projectFields(project), created_at: stamp(step.now) });
};

function refusalOfProject({ model }: Step, name: string, owner: User | undefined): number | undefined {
  if (name.length < 2 || !owner || owner.gone || owner.role !== 'client') return 400;
  return model.projects.some((other) => !other.gone && other.owner === owner && other.name === name) ? 409 : undefined;
}

const changeProject: Action = async (step) => {
  const { model } = step;
  const project = step.pick(model.projects);
  const actor = step.prefer(project?.owner, ...managers);
  const changes = { ...(step.oneIn(3) && { name: step.oneOf(...names) }), ...(step.oneIn(2) && { is_active: !step.oneIn(3) }) };
  const answer = await step.call(actor, 'PATCH', `/projects/${project?.id ?? missing}`, changes);
  const taken = (other: Project): boolean =>
    !other.gone && other !== project && other.owner === project?.owner && other.name === changes.name;
  const refused =
    atTheDoor(actor, managers) ??
    (Object.keys(changes).length === 0 ? 400 : undefined) ??
    (!project || !seesProject(actor, project) ? 404 : undefined) ??
    (model.projects.some(taken) ? 409 : undefined);
  if (refused || !project) return expectRefusal(answer, refused ?? 404);
  project.name = changes.name ?? project.name;
  project.active = changes.is_active ?? project.active;
  expectAnswer(answer, 200, projectFields(project));
};

const deleteProject: Action = async (step) => {
  const { model } = step;
  const project = step.pick(model.projects);
  const actor = step.actor('admin');
  const answer = await step.call(actor, 'DELETE', `/projects/${project?.id ?? missing}`);
  const refused = atTheDoor(actor, ['admin']) ?? (!project || project.gone ? 404 : undefined);
  if (refused || !project) return expectRefusal(answer, refused ?? 404);
  expectAnswer(answer, 200, { ok: true });
  project.gone = true;
  model.members = model.members.filter((row) => row.project !== project);
  for (const ticket of model.tickets) if (ticket.place.project === project) model.dropTicket(ticket);
  for (const rule of model.rules) rule.gone ||= rule.place.project === project;
};

const listProjects: Action = async (step) => {
  const actor = step.actor(...managers);
  const answer = await step.call(actor, 'GET', '/projects?limit=100&sort=id&order=asc');
  const refused = atTheDoor(actor, managers);
  if (refused) return expectRefusal(answer, refused);
  expectItems(answer, step.model.projects.filter((project) => seesProject(actor, project)).map(projectFields));
};

const addObject: Action = async (step) => {
  const { model } = step;
  const project = step.pick(model.projects);
  const actor = step.prefer(project?.owner, ...managers);
  const name = step.oneOf('Lobby', 'Roof', 'Gate', 'Cellar', 'y');
  const address = `${name} street ${step.below(9)}`;
  const answer = await step.call(actor, 'POST', `/projects/${project?.id ?? missing}/objects`, { name, address });
  const refused =
    atTheDoor(actor, managers) ??
    (name.length < 2 ? 400 : undefined) ??
    (!project || !seesProject(actor, project) ? 404 : undefined) ??
    (!project?.active || model.places.some((other) => other.project === project && other.name === name) ? 409 : undefined);
  if (refused || !project) return expectRefusal(answer, refused ?? 404);
  const place: Place = { id: answer.body.id, project, name, address, active: true };
  model.places.push(place);
  expectAnswer(answer, 201, placeFields(place));
};

const changeObject: Action = async (step) => {
  const { model } = step;
  const place = step.pick(model.places);
  const actor = step.prefer(place?.project.owner, ...managers);
  const changes = {
    ...(step.oneIn(3) && { name: step.oneOf('Lobby', 'Roof', 'Gate') }),
    ...(step.oneIn(3) && { address: `Moved street ${step.below(9)}` }),
    ...(step.oneIn(2) && { is_active: !step.oneIn(3) }),
  };
  const answer = await step.call(actor, 'PATCH', `/objects/${place?.id ?? missing}`, changes);
  const refused =
    atTheDoor(actor, managers) ??
    (Object.keys(changes).length === 0 ? 400 : undefined) ??
    (!place || !seesProject(actor, place.project) ? 404 : undefined) ??
    (model.places.some((other) => other !== place && other.project === place?.project && other.name === changes.name)
      ? 409
      : undefined);
  if (refused || !place) return expectRefusal(answer, refused ?? 404);
  place.name = changes.name ?? place.name;
  place.address = changes.address ?? place.address;
  place.active = changes.is_active ?? place.active;
  expectAnswer(answer, 200, placeFields(place));
};

const invite: Action = async (step) => {
  const { model } = step;
  const project = step.pick(model.projects);
  const worker = step.oneIn(5) ? step.any(model.users) : step.any(model.users.filter(({ role }) => role === 'worker'));
  const actor = step.prefer(project?.owner, ...managers);
  const answer = await step.call(actor, 'POST', `/projects/${project?.id ?? missing}/workers`, { worker_id: worker?.person.id });
  const refused = atTheDoor(actor, managers) ?? refusalOfInvitation(step, actor, project, worker);
  if (refused || !project || !worker) return expectRefusal(answer, refused ?? 404);
  const expires = step.now + 7 * day;
  model.members = model.members.filter((row) => row.project !== project || row.worker !== worker);
  model.members.push({ project, worker, status: 'invited', expires });
  expectAnswer(answer, 200, { ok: true, status: 'invited', expires_at: stamp(expires) });
};

function refusalOfInvitation(
  step: Step,
  actor: User,
  project: Project | undefined,
  worker: User | undefined,
): number | undefined {
  if (!project || !seesProject(actor, project) || !worker || worker.gone) return 404;
  if (worker.role !== 'worker' || !worker.active || !worker.confirmed) return 400;
  const row = step.model.member(project, worker);
  const open = row?.status === 'active' || (row?.status === 'invited' && row.expires > step.now);
  return open ? 409 : undefined;
}

const respond: Action = async (step) => {
  const { model } = step;
  const row = step.pick(model.members.filter(({ status }) => status === 'invited' || step.oneIn(4)));
  const project = step.oneIn(5) ? step.pick(model.projects) : row?.project;
  const actor = step.prefer(row?.worker, 'worker');
  const answerWith = step.oneOf('accept', 'accept', 'decline');
  const answer = await step.call(actor, 'POST', `/projects/${project?.id ?? missing}/invitation/${answerWith}`);
  const own = project && model.member(project, actor);
  const closed = own && (own.status !== 'invited' || own.expires <= step.now);
  const refused = atTheDoor(actor, ['worker']) ?? (own ? undefined : 404) ?? (closed ? 409 : undefined);
  if (refused || !own) return expectRefusal(answer, refused ?? 404);
  own.status = answerWith === 'accept' ? 'active' : 'declined';
  expectAnswer(answer, 200, { ok: true });
};

const removeMember: Action = async (step) => {
  const { model } = step;
  const row = step.pick(model.members);
  const project = step.oneIn(5) ? step.pick(model.projects) : row?.project;
  const actor = step.prefer(project?.owner, ...managers);
  const worker = row?.worker ?? step.actor('worker');
  const answer = await step.call(actor, 'DELETE', `/projects/${project?.id ?? missing}/workers/${worker.person.id}`);
  const busy = model.tickets.some(
    (ticket) => !ticket.gone && ticket.place.project === project && ticket.worker === worker && ticket.status !== 'closed',
  );
  const member = project && model.isActiveMember(project, worker);
  const refused =
    atTheDoor(actor, managers) ??
    (!project || !seesProject(actor, project) || !member ? 404 : undefined) ??
    (busy ? 409 : undefined);
  if (refused) return expectRefusal(answer, refused);
  model.members = model.members.filter((other) => other.project !== project || other.worker !== worker);
  expectAnswer(answer, 200, { ok: true });
};

const listMembers: Action = async (step) => {
  const project = step.pick(step.model.projects);
  const actor = step.prefer(project?.owner, ...managers);
  const answer = await step.call(actor, 'GET', `/projects/${project?.id ?? missing}/workers?sort=id&limit=100`);
  const refused = atTheDoor(actor, managers) ?? (!project || !seesProject(actor, project) ? 404 : undefined);
  if (refused) return expectRefusal(answer, refused);
  const rows = step.model.members.filter((row) => row.project === project);
  const fields = rows.map(({ worker, status, expires }) => ({
    id: worker.person.id,
    status,
    is_active: worker.active,
    expires_at: status === 'invited' ? stamp(expires) : undefined,
  }));
  expectItems(
    answer,
    fields.sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
};

const listInvitations: Action = async (step) => {
  const actor = step.actor('worker');
  const answer = await step.call(actor, 'GET', '/invitations?limit=100&sort=project_name');
  const refused = atTheDoor(actor, ['worker']);
  if (refused) return expectRefusal(answer, refused);
  const open = step.model.members.filter((row) => row.worker === actor && row.status === 'invited' && row.expires > step.now);
  const byName = open.sort((a, b) => (a.project.name + a.project.id < b.project.name + b.project.id ? -1 : 1));
  if (new Set(open.map(({ project }) => project.name)).size < open.length)
    return expectAnswer(answer, 200, { total: open.length });
  expectItems(
    answer,
    byName.map(({ project, expires }) => ({ project_id: project.id, project_name: project.name, expires_at: stamp(expires) })),
  );
};

export const projectActions = {
  addProject,
  changeProject,
  deleteProject,
  listProjects,
  addObject,
  changeObject,
  invite,
  respond,
  removeMember,
  listMembers,
  listInvitations,
};
