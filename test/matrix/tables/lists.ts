// What each person finds in each list: everything that is theirs to see, and nothing else. Whoever
// is not named may call and finds nothing, or may not call at all: a dash.

const tickets = `
root   new assigned in_progress done confirmed rejected closed canceled ritas stans busyticket yards yardwork
anna   new assigned in_progress done confirmed rejected closed canceled ritas stans busyticket
boris  yards yardwork
wanda  new busyticket assigned in_progress done confirmed rejected closed
olga   new busyticket
rita   ritas
yuri   yards yardwork
stan   stans`;

const noWorkers = ['wanda', 'olga', 'ivan', 'lena', 'dora', 'rita', 'yuri', 'oleg', 'stan'].map((name) => `\n${name} -`).join('');

/** By request, and by what an item is told: its own id, or that of what it belongs to. */
export const lists: { request: string; by: string; sees: string }[] = [
  { request: 'GET /tickets', by: 'id', sees: tickets },
  { request: 'GET /ext/tickets', by: 'id', sees: tickets },
  {
    request: 'GET /ext/views',
    by: 'id',
    sees: ['root', 'boris', 'wanda', 'olga', 'ivan', 'lena', 'dora', 'rita', 'yuri', 'oleg', 'stan']
      .map((name) => `\n${name} sharedview`)
      .join('')
      .concat('\nanna annaview sharedview'),
  },
  { request: 'GET /ext/webhooks', by: 'id', sees: `\nroot annahook borishook\nanna annahook\nboris borishook${noWorkers}` },
  {
    request: 'GET /ext/webhooks/{annahook}/deliveries',
    by: 'id',
    sees: `\nroot annasend\nanna annasend\nboris -${noWorkers}`,
  },
  // The filters of an admin are ignored when others send them.
  { request: 'GET /tickets?client_id={boris}', by: 'id', sees: tickets.replace(/root.*/, 'root yards yardwork') },
  { request: 'GET /tickets?worker_id={rita}', by: 'id', sees: tickets.replace(/root.*/, 'root ritas') },
  {
    request: 'GET /tickets?project_id={yard}',
    by: 'id',
    sees: `
root   yards yardwork
boris  yards yardwork
yuri   yards yardwork`,
  },
  {
    request: 'GET /tickets?object_id={lobby}&status=new',
    by: 'id',
    sees: `
root   new busyticket
anna   new busyticket
wanda  new busyticket
olga   new busyticket`,
  },
  {
    request: 'GET /tickets?status=in_progress&priority=normal&category=electric',
    by: 'id',
    sees: `
root   in_progress stans yardwork
anna   in_progress stans
boris  yardwork
wanda  in_progress
yuri   yardwork
stan   stans`,
  },
  {
    request: 'GET /tickets/{in_progress}/photos',
    by: 'id',
    sees: `
root   shot rootshot
anna   shot rootshot
boris  -
wanda  shot rootshot
olga   -
ivan   -
lena   -
dora   -
rita   -
yuri   -
oleg   -
stan   -`,
  },
  {
    request: 'GET /ext/tickets/{in_progress}/thumbs',
    by: 'photo_id',
    sees: `
root   shot rootshot
anna   shot rootshot
boris  -
wanda  shot rootshot
olga   -
ivan   -
lena   -
dora   -
rita   -
yuri   -
oleg   -
stan   -`,
  },
  {
    request: 'GET /ext/tickets/{in_progress}/attachments',
    by: 'id',
    sees: `
root   picture wandapicture
anna   picture wandapicture
boris  -
wanda  picture wandapicture
olga   -
ivan   -
lena   -
dora   -
rita   -
yuri   -
oleg   -
stan   -`,
  },
  {
    request: 'GET /ext/tickets/deadlines?ids={new},{assigned},{closed},{yards},{yardwork},{none}',
    by: 'id',
    sees: `
root   new assigned closed yards yardwork
anna   new assigned closed
boris  yards yardwork
wanda  new assigned closed
olga   new
yuri   yards yardwork`,
  },
  {
    request: 'GET /ext/tickets/{yardwork}/comments',
    by: 'author_id',
    sees: `
root   boris
anna   -
boris  boris
wanda  -
olga   -
ivan   -
lena   -
dora   -
rita   -
yuri   boris
oleg   -
stan   -`,
  },
  {
    request: 'GET /tickets/{canceled}/events',
    by: 'ticket_id',
    sees: `
root   canceled
anna   canceled
boris  -
wanda  -
olga   -
ivan   -
lena   -
dora   -
rita   -
yuri   -
oleg   -
stan   -`,
  },
  {
    request: 'GET /invitations',
    by: 'project_id',
    sees: `
root   -
anna   -
boris  -
ivan   tower`,
  },
  ...forClients('GET /projects', 'id', 'tower annex shut yard', 'tower annex shut', 'yard'),
  ...forClients('GET /projects?client_id={boris}', 'id', 'yard', 'tower annex shut', 'yard'),
  ...forClients('GET /projects/{tower}/objects', 'id', 'lobby cellar', 'lobby cellar', '-'),
  ...forClients('GET /projects/{yard}/objects', 'id', 'gate', '-', 'gate'),
  ...forClients(
    'GET /projects/{tower}/workers',
    'id',
    'wanda olga ivan lena dora paul mike',
    'wanda olga ivan lena dora paul mike',
    '-',
  ),
  ...forClients('GET /projects/{yard}/workers', 'id', 'yuri paul', '-', 'yuri paul'),
  ...forClients('GET /ext/projects', 'id', 'tower annex shut yard', 'tower annex shut', 'yard'),
  ...forClients('GET /ext/projects?client_id={boris}', 'id', 'yard', 'tower annex shut', 'yard'),
  ...forClients('GET /ext/projects?q=anna', 'id', 'tower annex shut', 'tower annex shut', ''),
  ...forClients('GET /ext/portals', 'object_id', 'lobby gate', 'lobby', 'gate'),
  ...forClients('GET /ext/portals?project_id={yard}', 'object_id', 'gate', '', 'gate'),
  ...forClients('GET /ext/reports', 'id', 'towerreport yardreport', 'towerreport', 'yardreport'),
  ...forClients('GET /ext/reports?object_id={gate}', 'id', 'yardreport', '', 'yardreport'),
  ...forClients('GET /ext/objects', 'id', 'lobby cellar shed gate', 'lobby cellar shed', 'gate'),
  ...forClients('GET /ext/objects?ready=1', 'id', 'lobby gate', 'lobby', 'gate'),
  ...forClients('GET /ext/objects?project_id={yard}', 'id', 'gate', '', 'gate'),
  ...forClients('GET /ext/objects?id={gate}', 'id', 'gate', '', 'gate'),
  ...forClients('GET /ext/objects?q=STREET%20tow', 'id', 'lobby cellar', 'lobby cellar', ''),
  ...forClients('GET /ext/unconfirmed', 'id', 'nina nora', 'nina', 'nora'),
  ...forClients('GET /ext/workload', 'worker_id', 'wanda stan yuri', '-', '-'),
  ...forClients('GET /ext/projects/{tower}/workload', 'worker_id', 'wanda olga paul mike', 'wanda olga paul mike', '-'),
  ...forClients('GET /ext/projects/{yard}/workload', 'worker_id', 'yuri paul', '-', 'yuri paul'),
  ...forClients('GET /ext/users/{wanda}/open-work', 'id', ...openWork('assigned in_progress done confirmed rejected', 'anna')),
  ...forClients('GET /ext/users/{stan}/open-work', 'id', ...openWork('stans', 'anna')),
  ...forClients('GET /ext/users/{yuri}/open-work', 'id', ...openWork('yardwork', 'boris')),
  ...forClients('GET /ext/users/{rita}/open-work', 'id', '', '', ''),
  ...forClients('GET /ext/users/{mike}/open-work', 'id', '', '', '-'),
  ...forClients('GET /recurring', 'id', 'stuck weekly off busy yardrule', 'stuck weekly off busy', 'yardrule'),
  ...forClients('GET /recurring?project_id={yard}', 'id', 'yardrule', '', 'yardrule'),
  ...forClients('GET /recurring?project_id={tower}', 'id', 'stuck weekly off busy', 'stuck weekly off busy', ''),
  ...forClients(
    'GET /ext/recurring/calendar?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z',
    'rule_id',
    'stuck weekly off busy yardrule',
    'stuck weekly off busy',
    'yardrule',
  ),
  ...forClients('GET /recurring/{busy}/runs', 'ticket_id', 'busyticket', 'busyticket', '-'),
  ...forClients('GET /users', 'id', ...workers()),
  ...forClients('GET /users?q=ol', 'id', 'olga oleg', 'olga oleg', 'olga oleg'),
  ...forClients('GET /users?q=mike', 'id', '', '', ''),
  ...forClients('GET /users?q=anna', 'id', '', '', ''),
  ...forClients('GET /users?include_inactive=1&q=mike', 'id', 'mike', '', ''),
  ...forClients('GET /users?role=client', 'id', 'anna boris', '-', '-'),
  ...forClients('GET /users?role=admin', 'id', 'root rosa', '-', '-'),
];

/** Active workers are found by every client: how else would one know whom to invite. */
function workers(): [string, string, string] {
  const all = 'wanda olga ivan lena dora rita yuri oleg stan paul nina nora';
  return [all, all, all];
}

/** The tickets of one client, which another client does not find. */
function openWork(tickets: string, owner: 'anna' | 'boris'): [string, string, string] {
  return [tickets, owner === 'anna' ? tickets : '', owner === 'boris' ? tickets : ''];
}

/** Lists that are closed to workers. */
function forClients(request: string, by: string, root: string, anna: string, boris: string) {
  const closed = ['wanda', 'olga', 'ivan', 'lena', 'dora', 'rita', 'yuri', 'oleg', 'stan'].map((name) => `${name} -`);
  return [{ request, by, sees: [`root ${root}`, `anna ${anna}`, `boris ${boris}`, ...closed].join('\n') }];
}
