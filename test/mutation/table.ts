// What guards.ts cannot recognise by its form, and what it finds but no test can miss.

interface Named {
  file: string;
  /** The text, which must be there exactly once. */
  guard: string;
  instead: string;
}

const visibility = 'src/visibility.ts';
const actions = 'src/tickets/actions.ts';
const users = 'src/users/actions.ts';

export const named: Named[] = [
  { file: visibility, guard: "projects('p.client_id', '=', actor.id)", instead: 'everyone' },
  { file: visibility, guard: "rules('r.client_id', '=', actor.id)", instead: 'everyone' },
  { file: visibility, guard: "users('u.created_by', '=', actor.id)", instead: 'everyone' },
  { file: visibility, guard: "tickets('t.client_id', '=', me)", instead: 'everyone' },
  { file: visibility, guard: "=> tickets('t.worker_id', '=', me)", instead: '=> everyone' },
  {
    file: visibility,
    guard: "return tickets('t.project_id', 'in', activeMembershipsOf(tickets, me))",
    instead: 'return everyone',
  },
  { file: visibility, guard: 'tickets.and([isAssignee(me), isActiveMember(me)])', instead: 'isAssignee(me)' },
  {
    file: visibility,
    guard: "role === 'worker' ? tickets.and([isAssignee(me), isActiveMember(me)])",
    instead: "role === 'worker' ? isActiveMember(me)",
  },
  {
    file: visibility,
    guard: "tickets.and([tickets('t.status', '=', sql.lit('new')), isActiveMember(me)])",
    instead: 'isActiveMember(me)',
  },
  {
    file: visibility,
    guard: "? [] : [tickets.and([tickets('t.status', '=', sql.lit('new')), isActiveMember(me)])]",
    instead: "? [] : [tickets('t.status', '=', sql.lit('new'))]",
  },
  { file: visibility, guard: '      return [isOwner(me)];', instead: '      return [everyone];' },

  { file: actions, guard: 'where.and([holds(standing, slot), ...(', instead: 'where.and([everyone, ...(' },
  { file: actions, guard: "op === 'assign' ? [worksHere(slot('worker'))] : []", instead: '[]' },
  { file: actions, guard: "      return worksHere(slot('me'));", instead: '      return everyone;' },
  { file: actions, guard: 'm.project_id = t.project_id and ', instead: '' },
  { file: actions, guard: `m.worker_id = \${worker} and `, instead: '' },
  { file: actions, guard: " and m.status = 'active'", instead: '' },
  { file: actions, guard: '\n      and u.is_active', instead: '' },
  { file: actions, guard: " and u.role = 'worker'", instead: '' },

  { file: 'src/tickets/list.ts', guard: "const own = role === 'client' ?", instead: 'const own = false ?' },
  { file: 'src/tickets/transition-errors.ts', guard: ".on('m.project_id', '=', projectId)", instead: '' },

  { file: users, guard: "user?.role === 'worker' && ", instead: '' },
  { file: users, guard: ' && user.created_by === actor.id', instead: '' },
  { file: users, guard: "confirmed_at: actor.role === 'admin' ? now : null", instead: 'confirmed_at: now' },
  { file: users, guard: 'if (!isActive) await closeSessions(tx, id, now);', instead: '' },
  { file: users, guard: '  await closeSessions(tx, userId, now);\n', instead: '' },
  { file: users, guard: ", token_version: eb('token_version', '+', 1)", instead: '' },

  { file: 'src/recurring/actions.ts', guard: 'sql<boolean>`o.is_active and p.is_active`', instead: 'sql<boolean>`true`' },
  { file: 'src/recurring/actions.ts', guard: '`o.is_active and p.is_active`', instead: '`p.is_active`' },
  { file: 'src/recurring/actions.ts', guard: '`o.is_active and p.is_active`.as', instead: '`o.is_active`.as' },
  { file: 'src/recurring/actions.ts', guard: '`p.is_active and o.is_active`', instead: '`p.is_active`' },
  { file: 'src/recurring/actions.ts', guard: '`p.is_active and o.is_active`.as', instead: '`o.is_active`.as' },
  {
    file: 'src/recurring/actions.ts',
    guard: "return previous !== undefined && previous.status !== 'closed'",
    instead: 'return false',
  },

  { file: 'src/members/actions.ts', guard: "eb('project_workers.status', '=', 'declined'), ", instead: '' },
  { file: 'src/members/actions.ts', guard: ", eb('project_workers.expires_at', '<=', now.toISOString())", instead: '' },
  { file: 'src/members/actions.ts', guard: '`coalesce(expires_at <=', instead: '`coalesce(responded_at <=' },
  { file: 'src/http/access.ts', guard: 'if (request.accountCheck) await request.accountCheck;', instead: '' },
  { file: 'src/http/access.ts', guard: '    await request.accountCheck;\n    if', instead: '    if' },
];

interface Redundant {
  file: string;
  /** The beginning of what the guard is shown as. */
  what: string;
  why: string;
}

/** Guards that may be taken out without anybody noticing, because another one stands behind them. */
export const redundant: Redundant[] = [
  {
    file: 'src/jobs/rules.ts',
    what: "countDisabled: select recurring_rules .where(obstacle, 'is not'",
    why: 'spares rows: a rule without an obstacle has none to be counted by',
  },
  {
    file: 'src/auth/actions.ts',
    what: "logout: update refresh_sessions .where('revoked_at'",
    why: 'a session that is revoked stays revoked, with another moment',
  },
  {
    file: 'src/auth/actions.ts',
    what: "resetPassword: select reset_tokens .where('used_at'",
    why: 'spares a hash; the claim in the transaction decides',
  },
  {
    file: 'src/auth/actions.ts',
    what: "resetPassword: select reset_tokens .where('expires_at'",
    why: 'spares a hash; the claim in the transaction decides',
  },
  {
    file: 'src/auth/actions.ts',
    what: "resetPassword: update reset_tokens .where('expires_at'",
    why: 'the look before the hash has the same moment',
  },
  { file: 'src/auth/actions.ts', what: 'login: if (!account)', why: 'for the compiler: without an account no password matches' },
  {
    file: 'src/auth/actions.ts',
    what: 'resetPassword: await lockAccount',
    why: 'a lock, for its order: account before token; a deadlock would be tried again',
  },
  {
    file: 'src/jobs/retention.ts',
    what: "removeOldTickets: select tickets .where('status'",
    why: 'for the index: only closed tickets have closed_at (tickets_closed_is_stamped)',
  },
  ...['r.is_active', 'r.next_run_at', 'p.is_active', 'o.is_active'].map((column) => ({
    file: 'src/jobs/rules.ts',
    what: `nextDue: select recurring_rules .where('${column}'`,
    why: 'spares locks: each rule is looked at again under its lock',
  })),
  {
    file: 'src/members/queries.ts',
    what: "listInvitations: select project_workers .where('m.status'",
    why: 'for the index: only open invitations have an end (project_workers_open_invitation)',
  },
  {
    file: 'src/objects/queries.ts',
    what: 'objects: select objects .where(seesProject(actor))',
    why: 'defence in depth: whoever gets here was seen to see the project',
  },
  ...["update objects .whereRef('p.id'", 'update objects .where(seesProject(actor))', 'if (!changed)'].map((what) => ({
    file: 'src/objects/actions.ts',
    what: `changeObject: ${what}`,
    why: 'defence in depth: getObject looks at the same behind it, and its refusal takes the change back',
  })),
  {
    file: 'src/objects/queries.ts',
    what: 'getObject: if (!object)',
    why: 'defence in depth: whoever gets here has made or changed it',
  },
  {
    file: 'src/objects/queries.ts',
    what: 'projectsNamed: select projects .where(seesProject(actor))',
    why: 'spares rows: the objects that are searched are those of projects that the actor sees',
  },
  {
    file: 'src/projects/queries.ts',
    what: 'ownersNamed: select users .where(seesOwner(actor))',
    why: 'spares rows: the projects that are searched are those that the actor sees',
  },
  {
    file: 'src/photos/routes.ts',
    what: 'photoRoutes: if (!request.isMultipart())',
    why: 'chooses the words: reading the parts of what has none is 400, too',
  },
  {
    file: 'src/projects/actions.ts',
    what: 'createProject: if (clientId === undefined)',
    why: 'chooses the words: nobody has no id, which is 400, too',
  },
  {
    file: 'src/projects/actions.ts',
    what: 'changeProject: if (!changed)',
    why: 'defence in depth: getProject looks at the same behind it',
  },
  {
    file: 'src/recurring/actions.ts',
    what: 'changeRule: select recurring_rules .where(seesRule(actor))',
    why: 'defence in depth: getRule looks at the same behind it, and its refusal takes the change back',
  },
  {
    file: 'src/recurring/actions.ts',
    what: 'deleteRule: select recurring_rules .where(seesRule(actor))',
    why: 'the statement only locks the project; the deletion behind it looks at the same',
  },
  {
    file: 'src/recurring/actions.ts',
    what: 'runByHand: if (!rule.place_active)',
    why: 'defence in depth: making the ticket looks at the place, too',
  },
  {
    file: 'src/projects/actions.ts',
    what: 'deleteProject: select projects .where(seesProject(actor))',
    why: 'defence in depth: the route admits admins only, who see every project',
  },
  {
    file: 'src/recurring/actions.ts',
    what: 'runByHand: if (!rule)',
    why: 'only for a rule that is deleted between two statements: it would be 500 instead of 404, and change nothing',
  },
  {
    file: 'src/recurring/actions.ts',
    what: 'runRule: if (!ticket)',
    why: 'for the compiler: the place of the rule is locked and was seen to be active',
  },
  {
    file: 'src/tickets/actions.ts',
    what: 'createRecurringTicket: if (!row)',
    why: 'for the compiler: making the rule has locked the place and seen it active',
  },
  {
    file: 'src/tickets/actions.ts',
    what: 'required: if (!found)',
    why: 'defence in depth: the route admits only roles that have a transition',
  },
  {
    file: 'src/tickets/actions.ts',
    what: "worksHere: and u.role = 'worker'",
    why: 'defence in depth: only workers are invited, and no operation changes a role',
  },
  ...['start', 'done'].map((op) => ({
    file: 'src/tickets/lifecycle.ts',
    what: `transitions: ${op}: from new too`,
    why: 'nobody is the assigned worker of a new ticket (tickets_new_is_free)',
  })),
  {
    file: 'src/live/event-stream.ts',
    what: "beatEvery: select users .where('id'",
    why: 'spares rows: what is found is looked up by its id',
  },
  {
    file: 'src/live/event-stream.ts',
    what: "beatEvery: select users .where('is_active'",
    why: 'defence in depth: disabling gives the account another version',
  },
  {
    file: 'src/messenger/actions.ts',
    what: "forgetRefusal: update users .where('messenger_refused_at'",
    why: 'spares a write: what it would set is set',
  },
  {
    file: 'src/messenger/actions.ts',
    what: "issueBindCode: update bind_codes .where('used_at'",
    why: 'a code that is void stays void, with another moment',
  },
  {
    file: 'src/messenger/bots.ts',
    what: "findBot: select users .where('bot_id'",
    why: 'spares rows: what is found is looked up by the id of the bot',
  },
  {
    file: 'src/messenger/transport.ts',
    what: 'messengerTransport: if (!(error instanceof BotApiError))',
    why: 'for the types: what is none has no code and is thrown below',
  },
  {
    file: 'src/messenger/transport.ts',
    what: 'botFor: if (!(error instanceof UnreadableToken))',
    why: 'lets a mistake of ours be seen: nothing else is thrown there',
  },
  {
    file: 'src/messenger/updates.ts',
    what: "redeem: select users .where('id'",
    why: 'only locks: without it, more than is needed',
  },
  {
    file: 'src/messenger/updates.ts',
    what: "redeem: update bind_codes .where('bot_id'",
    why: 'looked at before, and the bot of a code never changes',
  },
  {
    file: 'src/tickets/transition-errors.ts',
    what: 'standingRefusal: return ticket.worker_id === actor.id',
    why: 'chooses the words: without it the write is tried three times and then 409 as well',
  },
  {
    file: 'src/tickets/transition-errors.ts',
    what: 'workerRefusal: if (worker.status === null)',
    why: 'chooses the words: the next line refuses as well',
  },
  {
    file: 'src/users/actions.ts',
    what: "lockWithActor: select users .where('id'",
    why: 'only locks: without it, more than is needed',
  },
  {
    file: 'src/users/actions.ts',
    what: "requireManaged: select project_workers .where('m.worker_id'",
    why: 'for the index: the account is picked by its id outside as well',
  },
  {
    file: 'src/users/actions.ts',
    what: 'setPassword: await lockUser',
    why: 'both callers have the account locked, and have refused a missing one',
  },
  {
    file: 'src/users/actions.ts',
    what: "setActive: select project_workers .where('worker_id'",
    why: 'only locks: without it, more than is needed',
  },
  {
    file: 'src/users/actions.ts',
    what: "voidResetTokens: update reset_tokens .where('used_at'",
    why: 'a token that is void stays void, with another moment',
  },
  {
    file: 'src/users/actions.ts',
    what: "confirmUser: user?.role === 'worker' &&",
    why: 'defence in depth: a client creates workers only',
  },
  {
    file: 'src/users/queries.ts',
    what: 'requireFreeEmail: if (taken)',
    why: 'spares a hash: the constraint users_email_key decides',
  },
  {
    file: 'src/users/routes.ts',
    what: 'userRoutes: await requireFreeEmail',
    why: 'spares a hash: the constraint users_email_key decides',
  },
];
