import { expectAnswer, expectItems, type Fields, stamp } from './compare.ts';
import { day, type Place, type Project, seesProject, type User } from './state.ts';
import { type Action, idOrMissing, managers, type Refusal, type Step } from './step.ts';

// Actions on projects, objects and members.

const names = ['Tower', 'Yard', 'Mill', 'Dock', 'Farm'];

const projectFields = ({ id, name, owner, active }: Project): Fields => ({
  ...{ id, name, client_id: owner.person.id, client_name: owner.person.name, is_active: active },
});
const placeFields = ({ id, project, name, address, active }: Place): Fields => ({
  ...{ id, project_id: project.id, project_name: project.name, name, address, is_active: active },
});

const unseen = (actor: User, project: Project | undefined): Refusal => (project && seesProject(actor, project) ? undefined : 404);
const empty = (changes: object): Refusal => (Object.keys(changes).length === 0 ? 400 : undefined);
const conflict = (isThere: boolean | undefined): Refusal => (isThere ? 409 : undefined);

const addProject: Action = async (step) => {
  const { model } = step;
  const actor = step.actor('client', 'client', 'admin');
  const named = step.oneIn(5) ? undefined : step.any(model.users.filter(({ role }) => role === 'client' || step.oneIn(5)));
  const name = step.oneOf(...names, 'x');
  const owner = actor.role === 'client' ? actor : named;
  const body = { name, ...(named && { client_id: named.person.id }) };
  const answer = await step.ask(actor, managers, refusalOfProject(step, name, owner), 'POST', '/projects', body);
  if (!answer || !owner) return;
  const project = model.addProject(answer.body.id, owner, name);
  expectAnswer(answer, 201, { ...projectFields(project), created_at: stamp(step.now) });
};

function refusalOfProject({ model }: Step, name: string, owner: User | undefined): Refusal {
  if (name.length < 2 || !owner || owner.gone || owner.role !== 'client') return 400;
  return conflict(model.projects.some((other) => !other.gone && other.owner === owner && other.name === name));
}

const changeProject: Action = async (step) => {
  const project = step.pick(step.model.projects);
  const actor = step.prefer(project?.owner, ...managers);
  const changes = { ...(step.oneIn(3) && { name: step.oneOf(...names) }), ...(step.oneIn(2) && { is_active: !step.oneIn(3) }) };
  const isTaken = (other: Project): boolean =>
    !other.gone && other !== project && other.owner === project?.owner && other.name === changes.name;
  const refusal = empty(changes) ?? unseen(actor, project) ?? conflict(step.model.projects.some(isTaken));
  const answer = await step.ask(actor, managers, refusal, 'PATCH', `/projects/${idOrMissing(project)}`, changes);
  if (!answer || !project) return;
  project.name = changes.name ?? project.name;
  project.active = changes.is_active ?? project.active;
  expectAnswer(answer, 200, projectFields(project));
};

const deleteProject: Action = async (step) => {
  const { model } = step;
  const project = step.pick(model.projects);
  const refusal = !project || project.gone ? 404 : undefined;
  const answer = await step.ask(step.actor('admin'), ['admin'], refusal, 'DELETE', `/projects/${idOrMissing(project)}`);
  if (!answer || !project) return;
  expectAnswer(answer, 200, { ok: true });
  project.gone = true;
  model.members = model.members.filter((row) => row.project !== project);
  for (const ticket of model.tickets) if (ticket.place.project === project) model.dropTicket(ticket);
  for (const rule of model.rules) rule.gone ||= rule.place.project === project;
};

const listProjects: Action = async (step) => {
  const actor = step.actor(...managers);
  const answer = await step.ask(actor, managers, undefined, 'GET', '/projects?limit=100&sort=id&order=asc');
  if (answer) expectItems(answer, step.model.projects.filter((project) => seesProject(actor, project)).map(projectFields));
};

const addObject: Action = async (step) => {
  const { model } = step;
  const project = step.pick(model.projects);
  const actor = step.prefer(project?.owner, ...managers);
  const name = step.oneOf('Lobby', 'Roof', 'Gate', 'Cellar', 'y');
  const address = `${name} street ${step.below(9)}`;
  const isTaken = model.places.some((other) => other.project === project && other.name === name);
  const refusal = (name.length < 2 ? 400 : undefined) ?? unseen(actor, project) ?? conflict(!project?.active || isTaken);
  const path = `/projects/${idOrMissing(project)}/objects`;
  const answer = await step.ask(actor, managers, refusal, 'POST', path, { name, address });
  if (!answer || !project) return;
  const place: Place = { id: answer.body.id, project, name, address, active: true };
  model.places.push(place);
  expectAnswer(answer, 201, placeFields(place));
};

const changeObject: Action = async (step) => {
  const { places } = step.model;
  const place = step.pick(places);
  const actor = step.prefer(place?.project.owner, ...managers);
  const changes = {
    ...(step.oneIn(3) && { name: step.oneOf('Lobby', 'Roof', 'Gate') }),
    ...(step.oneIn(3) && { address: `Moved street ${step.below(9)}` }),
    ...(step.oneIn(2) && { is_active: !step.oneIn(3) }),
  };
  const isTaken = (other: Place): boolean => other !== place && other.project === place?.project && other.name === changes.name;
  const refusal = empty(changes) ?? unseen(actor, place?.project) ?? conflict(places.some(isTaken));
  const answer = await step.ask(actor, managers, refusal, 'PATCH', `/objects/${idOrMissing(place)}`, changes);
  if (!answer || !place) return;
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
  const refusal = unseen(actor, project) ?? refusalOfInvitation(step, project, worker);
  const body = { worker_id: worker?.person.id };
  const answer = await step.ask(actor, managers, refusal, 'POST', `/projects/${idOrMissing(project)}/workers`, body);
  if (!answer || !project || !worker) return;
  const expires = step.now + 7 * day;
  model.members = model.members.filter((row) => row.project !== project || row.worker !== worker);
  model.members.push({ project, worker, status: 'invited', expires });
  expectAnswer(answer, 200, { ok: true, status: 'invited', expires_at: stamp(expires) });
};

function refusalOfInvitation(step: Step, project: Project | undefined, worker: User | undefined): Refusal {
  if (!project || !worker || worker.gone) return 404;
  if (worker.role !== 'worker' || !worker.active || !worker.confirmed) return 400;
  const row = step.model.member(project, worker);
  return conflict(row?.status === 'active' || (row?.status === 'invited' && row.expires > step.now));
}

const respond: Action = async (step) => {
  const { model } = step;
  const row = step.pick(model.members.filter(({ status }) => status === 'invited' || step.oneIn(4)));
  const project = step.oneIn(5) ? step.pick(model.projects) : row?.project;
  const actor = step.prefer(row?.worker, 'worker');
  const answerWith = step.oneOf('accept', 'accept', 'decline');
  const own = project && model.member(project, actor);
  const refusal = own ? conflict(own.status !== 'invited' || own.expires <= step.now) : 404;
  const path = `/projects/${idOrMissing(project)}/invitation/${answerWith}`;
  const answer = await step.ask(actor, ['worker'], refusal, 'POST', path);
  if (!answer || !own) return;
  own.status = answerWith === 'accept' ? 'active' : 'declined';
  expectAnswer(answer, 200, { ok: true });
};

const removeMember: Action = async (step) => {
  const { model } = step;
  const row = step.pick(model.members);
  const project = step.oneIn(5) ? step.pick(model.projects) : row?.project;
  const actor = step.prefer(project?.owner, ...managers);
  const worker = row?.worker ?? step.actor('worker');
  const isBusy = model.tickets.some(
    (ticket) => !ticket.gone && ticket.place.project === project && ticket.worker === worker && ticket.status !== 'closed',
  );
  const isMember = project && model.isActiveMember(project, worker);
  const refusal = unseen(actor, project) ?? (isMember ? conflict(isBusy) : 404);
  const path = `/projects/${idOrMissing(project)}/workers/${worker.person.id}`;
  const answer = await step.ask(actor, managers, refusal, 'DELETE', path);
  if (!answer) return;
  model.members = model.members.filter((other) => other.project !== project || other.worker !== worker);
  expectAnswer(answer, 200, { ok: true });
};

const listMembers: Action = async (step) => {
  const project = step.pick(step.model.projects);
  const actor = step.prefer(project?.owner, ...managers);
  const path = `/projects/${idOrMissing(project)}/workers?sort=id&limit=100`;
  const answer = await step.ask(actor, managers, unseen(actor, project), 'GET', path);
  if (!answer) return;
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
  const answer = await step.ask(actor, ['worker'], undefined, 'GET', '/invitations?limit=100&sort=project_name');
  if (!answer) return;
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
  ...{ addProject, changeProject, deleteProject, listProjects, addObject, changeObject },
  ...{ invite, respond, removeMember, listMembers, listInvitations },
};
