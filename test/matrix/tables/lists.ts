// What each person finds in each list: everything that is theirs to see, and nothing else.

const tickets = (root: string) => `
root: ${root} | wanda: new busyticket assigned in_progress done confirmed rejected closed | olga: new busyticket | rita: ritas
anna: new assigned in_progress done confirmed rejected closed canceled ritas stans busyticket | boris yuri: yards yardwork | stan: stans`;
const allTickets = 'new assigned in_progress done confirmed rejected closed canceled ritas stans busyticket yards yardwork';
/** Of the other clients and workers, who get an error. */
const hidden = 'boris olga ivan lena dora rita yuri oleg stan: -';

/**
 * Request, and by which field an item is told: its own id, or that of what it belongs to. Whoever is not named may call and finds
 * nothing; a dash stands for an error.
 */
export const lists: [request: string, by: string, sees: string][] = [
  ['GET /tickets', 'id', tickets(allTickets)],
  ['GET /ext/tickets', 'id', tickets(allTickets)],
  // The filters of an admin are ignored when others send them.
  ['GET /tickets?client_id={boris}', 'id', tickets('yards yardwork')],
  ['GET /tickets?worker_id={rita}', 'id', tickets('ritas')],
  ['GET /tickets?project_id={yard}', 'id', 'root boris yuri: yards yardwork'],
  ['GET /tickets?object_id={lobby}&status=new', 'id', 'root anna wanda olga: new busyticket'],
  [
    'GET /tickets?status=in_progress&priority=normal&category=electric',
    'id',
    'root: in_progress stans yardwork | anna: in_progress stans | boris yuri: yardwork | wanda: in_progress | stan: stans',
  ],
  ['GET /tickets/{in_progress}/photos', 'id', `root anna wanda: shot rootshot | ${hidden}`],
  ['GET /ext/tickets/{in_progress}/thumbs', 'photo_id', `root anna wanda: shot rootshot | ${hidden}`],
  ['GET /ext/tickets/{in_progress}/attachments', 'id', `root anna wanda: picture wandapicture | ${hidden}`],
  ['GET /ext/tickets/{in_progress}/reports', 'id', `root anna wanda: foundreport | ${hidden}`],
  [
    'GET /ext/tickets/deadlines?ids={new},{assigned},{closed},{yards},{yardwork},{none}',
    'id',
    'root: new assigned closed yards yardwork | anna wanda: new assigned closed | boris yuri: yards yardwork | olga: new',
  ],
  [
    'GET /ext/tickets/{yardwork}/comments',
    'author_id',
    'root boris yuri: boris | anna wanda olga ivan lena dora rita oleg stan: -',
  ],
  ['GET /tickets/{canceled}/events', 'ticket_id', `root anna: canceled | wanda: - | ${hidden}`],
  ['GET /invitations', 'project_id', 'root anna boris: - | ivan: tower'],
  ['GET /ext/tags', 'tag', 'root: towertag yardtag | anna wanda: towertag | boris yuri: yardtag'],
  ['GET /ext/tickets?tag=storm,FLOOD', 'id', 'root: in_progress yardwork | anna wanda: in_progress | boris yuri: yardwork'],
  ['GET /ext/tickets/{done}/costs', 'id', `root anna wanda: towercost | ${hidden}`],
  ['GET /ext/tickets/{yardwork}/costs', 'id', 'root boris yuri: yardcost | anna wanda olga ivan lena dora rita oleg stan: -'],
  ['GET /ext/costs/last', 'id', 'wanda: towercost | yuri: yardcost | anna boris: -'],
  ['GET /ext/tickets/{rejected}/quotes', 'id', `root anna wanda: towerquote | ${hidden}`],
  ['GET /ext/tickets?open_quote=true', 'id', 'root: rejected yardwork | anna wanda: rejected | boris yuri: yardwork'],
  [
    'GET /ext/objects/{lobby}/equipment',
    'id',
    'root anna wanda olga: towerlift towerdoor | boris ivan lena dora rita yuri oleg stan: -',
  ],
  [
    'GET /ext/tickets?equipment_id={towerlift},{yardlift}',
    'id',
    'root: in_progress yardwork | anna wanda: in_progress | boris yuri: yardwork',
  ],
  ['GET /ext/objects/{lobby}/documents', 'id', 'root anna wanda olga: towerpaper | boris ivan lena dora rita yuri oleg stan: -'],
  [
    'GET /ext/documents',
    'id',
    'root: towerpaper yardpaper | anna: towerpaper | boris: yardpaper | wanda olga ivan lena dora rita yuri oleg stan: -',
  ],
  [
    'GET /ext/objects/{lobby}/announcements',
    'id',
    'root anna wanda olga: towernotice | boris ivan lena dora rita yuri oleg stan: -',
  ],
  ['GET /ext/tickets/{in_progress}/links', 'id', `root anna wanda: towerlink | ${hidden}`],
  [
    'GET /ext/snippets',
    'id',
    'anna: annasnippet sharedsnippet | root boris wanda olga ivan lena dora rita yuri oleg stan: sharedsnippet',
  ],
  ['GET /ext/grants', 'id', 'anna: annagrant | boris: borisgrant'],
  ['GET /ext/grants?principal_id={anna}', 'id', 'root anna: annagrant'],
  ['GET /ext/teams', 'id', 'root: northteam | anna boris: -'],
  ['GET /ext/views', 'id', 'anna: annaview sharedview | root boris wanda olga ivan lena dora rita yuri oleg stan: sharedview'],
];

const weeks = 'from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z';
/** Active workers are found by every client: how else would one know whom to invite. */
const workers = 'wanda olga ivan lena dora rita yuri oleg stan paul nina nora';
const members = 'wanda olga ivan lena dora paul mike';
const rules = 'stuck weekly off busy monthly';

/** Lists that are closed to workers. */
export const listsOfClients: [request: string, by: string, root: string, anna: string, boris: string][] = [
  ['GET /ext/checklists', 'id', 'annalist borislist sharedlist', 'annalist', 'borislist'],
  ['GET /ext/webhooks', 'id', 'annahook borishook', 'annahook', 'borishook'],
  ['GET /ext/webhooks/{annahook}/deliveries', 'id', 'annasend', 'annasend', '-'],
  ['GET /projects', 'id', 'tower annex shut yard', 'tower annex shut', 'yard'],
  ['GET /projects?client_id={boris}', 'id', 'yard', 'tower annex shut', 'yard'],
  ['GET /projects/{tower}/objects', 'id', 'lobby cellar', 'lobby cellar', '-'],
  ['GET /projects/{yard}/objects', 'id', 'gate', '-', 'gate'],
  ['GET /projects/{tower}/workers', 'id', members, members, '-'],
  ['GET /projects/{yard}/workers', 'id', 'yuri paul', '-', 'yuri paul'],
  ['GET /ext/projects', 'id', 'tower annex shut yard', 'tower annex shut', 'yard'],
  ['GET /ext/projects?client_id={boris}', 'id', 'yard', 'tower annex shut', 'yard'],
  ['GET /ext/projects?q=anna', 'id', 'tower annex shut', 'tower annex shut', ''],
  ['GET /ext/portals', 'object_id', 'lobby gate', 'lobby', 'gate'],
  ['GET /ext/portals?project_id={yard}', 'object_id', 'gate', '', 'gate'],
  [
    'GET /ext/reports',
    'id',
    'towerreport towermail strangemail visitreport closedreport foundreport yardreport',
    'towerreport towermail visitreport closedreport foundreport',
    'yardreport',
  ],
  ['GET /ext/reports?from_ticket_id={in_progress}', 'id', 'foundreport', 'foundreport', ''],
  ['GET /ext/reports?object_id={gate}', 'id', 'yardreport', '', 'yardreport'],
  ['GET /ext/objects', 'id', 'lobby cellar shed gate', 'lobby cellar shed', 'gate'],
  ['GET /ext/objects?ready=1', 'id', 'lobby gate', 'lobby', 'gate'],
  ['GET /ext/objects?project_id={yard}', 'id', 'gate', '', 'gate'],
  ['GET /ext/objects?id={gate}', 'id', 'gate', '', 'gate'],
  ['GET /ext/objects?q=STREET%20tow', 'id', 'lobby cellar', 'lobby cellar', ''],
  ['GET /ext/unconfirmed', 'id', 'nina nora', 'nina', 'nora'],
  ['GET /ext/workload', 'worker_id', 'wanda stan yuri', '-', '-'],
  ['GET /ext/projects/{tower}/workload', 'worker_id', 'wanda olga paul mike', 'wanda olga paul mike', '-'],
  ['GET /ext/projects/{yard}/workload', 'worker_id', 'yuri paul', '-', 'yuri paul'],
  [
    'GET /ext/users/{wanda}/open-work',
    'id',
    'assigned in_progress done confirmed rejected',
    'assigned in_progress done confirmed rejected',
    '',
  ],
  ['GET /ext/users/{stan}/open-work', 'id', 'stans', 'stans', ''],
  ['GET /ext/users/{yuri}/open-work', 'id', 'yardwork', '', 'yardwork'],
  ['GET /ext/users/{rita}/open-work', 'id', '', '', ''],
  ['GET /ext/users/{mike}/open-work', 'id', '', '', '-'],
  ['GET /recurring', 'id', `${rules} yardrule`, rules, 'yardrule'],
  ['GET /recurring?project_id={yard}', 'id', 'yardrule', '', 'yardrule'],
  ['GET /recurring?project_id={tower}', 'id', rules, rules, ''],
  [`GET /ext/recurring/calendar?${weeks}`, 'rule_id', `${rules} yardrule`, rules, 'yardrule'],
  ['GET /ext/recurring', 'id', `${rules} yardrule`, rules, 'yardrule'],
  ['GET /ext/recurring?project_id={yard}', 'id', 'yardrule', '', 'yardrule'],
  ['GET /recurring/{busy}/runs', 'ticket_id', 'busyticket', 'busyticket', '-'],
  ['GET /users', 'id', workers, workers, workers],
  ['GET /users?q=ol', 'id', 'olga oleg', 'olga oleg', 'olga oleg'],
  ['GET /users?q=mike', 'id', '', '', ''],
  ['GET /users?q=anna', 'id', '', '', ''],
  ['GET /users?include_inactive=1&q=mike', 'id', 'mike', '', ''],
  ['GET /users?role=client', 'id', 'anna boris', '-', '-'],
  ['GET /users?role=admin', 'id', 'root rosa', '-', '-'],
];
