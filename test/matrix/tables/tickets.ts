// Tickets: who may read them, and who may write at all. What each operation does in each status
// stands in states.ts. A ticket that a worker or client may not see is 403, not 404.

const reading = (what: string, prefix = '') => `
${what}: assigned to oneself, or free in a project of which one is an active member
GET    ${prefix}/tickets/{new}${what}           | 200  200  403   | 200   200  403  403  403  403  403  403  403
GET    ${prefix}/tickets/{assigned}${what}      | 200  200  403   | 200   403  403  403  403  403  403  403  403
GET    ${prefix}/tickets/{in_progress}${what}   | 200  200  403   | 200   403  403  403  403  403  403  403  403
GET    ${prefix}/tickets/{done}${what}          | 200  200  403   | 200   403  403  403  403  403  403  403  403
GET    ${prefix}/tickets/{confirmed}${what}     | 200  200  403   | 200   403  403  403  403  403  403  403  403
GET    ${prefix}/tickets/{rejected}${what}      | 200  200  403   | 200   403  403  403  403  403  403  403  403
GET    ${prefix}/tickets/{closed}${what}        | 200  200  403   | 200   403  403  403  403  403  403  403  403
GET    ${prefix}/tickets/{canceled}${what}      | 200  200  403   | 403   403  403  403  403  403  403  403  403
GET    ${prefix}/tickets/{ritas}${what}         | 200  200  403   | 403   403  403  403  403  200  403  403  403
GET    ${prefix}/tickets/{stans}${what}         | 200  200  403   | 403   403  403  403  403  403  403  403  200
GET    ${prefix}/tickets/{yards}${what}         | 200  403  200   | 403   403  403  403  403  403  200  403  403
GET    ${prefix}/tickets/{yardwork}${what}      | 200  403  200   | 403   403  403  403  403  403  200  403  403
GET    ${prefix}/tickets/{none}${what}          | 404  404  404   | 404   404  404  404  404  404  404  404  404
GET    ${prefix}/tickets/{junk}${what}          | 400  400  400   | 400   400  400  400  400  400  400  400  400`;

export const tickets = `
                                       | root anna boris | wanda olga ivan lena dora rita yuri oleg stan
${reading('')}
${reading('/events')}
${reading('/photos')}
${reading('', '/ext')}
${reading('/contacts', '/ext')}
${reading('/comments', '/ext')}
${reading('/thumbs', '/ext')}
${reading('/attachments', '/ext')}
${reading('/hand-backs', '/ext')}
${reading('/chain', '/ext')}
${reading('/report.pdf', '/ext')}
GET    /ext/tickets/{new}/report.pdf?timezone=Mars/A | 400  400  400   | 400   400  400  400  400  400  400  400  400
GET    /ext/tickets/{new}/report.pdf?language=fr     | 400  400  400   | 400   400  400  400  400  400  400  400  400
small versions of photos: whoever has the signed link, and nobody without
GET    /ext/photos/{shot}/thumb        | 400  400  400   | 400   400  400  400  400  400  400  400  400
GET    /ext/photos/{shot}/thumb?expires=4102444800&signature=x | 403 403 403 | 403 403 403 403 403 403 403 403 403
GET    /ext/photos/{junk}/thumb?expires=4102444800&signature=x | 400 400 400 | 400 400 400 400 400 400 400 400 400
small versions of attachments: the same
GET    /ext/attachments/{picture}/thumb | 400  400  400  | 400   400  400  400  400  400  400  400  400
GET    /ext/attachments/{picture}/thumb?expires=4102444800&signature=x | 403 403 403 | 403 403 403 403 403 403 403 403 403
GET    /ext/attachments/{junk}/thumb?expires=4102444800&signature=x | 400 400 400 | 400 400 400 400 400 400 400 400 400
GET    /tickets                        | 200  200  200   | 200   200  200  200  200  200  200  200  200
GET    /ext/tickets                    | 200  200  200   | 200   200  200  200  200  200  200  200  200
GET    /ext/tickets?status=open        | 400  400  400   | 400   400  400  400  400  400  400  400  400
GET    /ext/tickets.csv                    | 200  200  200   | 200   200  200  200  200  200  200  200  200
GET    /ext/tickets.xlsx                   | 200  200  200   | 200   200  200  200  200  200  200  200  200
GET    /ext/tickets.csv?timezone=Mars/A    | 400  400  400   | 400   400  400  400  400  400  400  400  400
GET    /ext/tickets.xlsx?status=open       | 400  400  400   | 400   400  400  400  400  400  400  400  400
GET    /ext/workload                   | 200  403  403   | 403   403  403  403  403  403  403  403  403
GET    /ext/workload?sort=id           | 400  403  403   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{tower}/workload  | 200  200  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{yard}/workload   | 200  404  200   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{none}/workload   | 404  404  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{junk}/workload   | 400  400  400   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{yard}/workload?sort=id | 400  400  400   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats | 200  200  200   | 403   403  403  403  403  403  403  403  403
GET    /ext/tickets?counted=closed&counted_from=2026-01-01T00:00:00Z | 200  200  200   | 200   200  200  200  200  200  200  200  200
GET    /ext/tickets?counted=taken | 400  400  400   | 400   400  400  400  400  400  400  400  400
GET    /ext/tickets?created_hour=9&timezone=Nowhere | 400  400  400   | 400   400  400  400  400  400  400  400  400
GET    /ext/stats?timezone=Nowhere | 400  400  400   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats?group=year | 400  400  400   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats?project_id={tower} | 200  200  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats?project_id={yard} | 200  404  200   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats?project_id={none} | 404  404  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats?project_id={junk} | 400  400  400   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats/repeats?project_id={tower} | 200  200  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats/repeats?project_id={yard} | 200  404  200   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats/repeats?project_id={none} | 404  404  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats/repeats?project_id={junk} | 400  400  400   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats/repeats | 200  200  200   | 403   403  403  403  403  403  403  403  403
GET    /ext/stats/repeats?limit=0 | 400  400  400   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{tower}/targets   | 200  200  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{yard}/targets    | 200  404  200   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{none}/targets    | 404  404  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{junk}/targets    | 400  400  400   | 403   403  403  403  403  403  403  403  403
PUT    /ext/projects/{tower}/targets targets | 200  200  404   | 403   403  403  403  403  403  403  403  403
PUT    /ext/projects/{yard}/targets targets  | 200  404  200   | 403   403  403  403  403  403  403  403  403
PUT    /ext/projects/{none}/targets targets  | 404  404  404   | 403   403  403  403  403  403  403  403  403
PUT    /ext/projects/{junk}/targets targets  | 400  400  400   | 403   403  403  403  403  403  403  403  403
PUT    /ext/projects/{yard}/targets empty    | 400  400  400   | 403   403  403  403  403  403  403  403  403
GET    /ext/tickets/deadlines?ids={new},{yards}    | 200  200  200   | 200   200  200  200  200  200  200  200  200
GET    /ext/tickets/deadlines?ids={junk}   | 400  400  400   | 400   400  400  400  400  400  400  400  400
GET    /ext/tickets/deadlines          | 400  400  400   | 400   400  400  400  400  400  400  400  400

what a worker has not finished: of an account that one sees, the tickets that one sees
GET    /ext/users/{wanda}/open-work    | 200  200  200   | 403   403  403  403  403  403  403  403  403
GET    /ext/users/{mike}/open-work     | 200  200  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/users/{anna}/open-work     | 200  200  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/users/{nobody}/open-work   | 404  404  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/users/{junk}/open-work     | 400  400  400   | 403   403  403  403  403  403  403  403  403

creating: a client, on an active object of an active project of its own
POST   /tickets report {lobby}         | 403  201  404   | 403   403  403  403  403  403  403  403  403
POST   /tickets report {gate}          | 403  404  201   | 403   403  403  403  403  403  403  403  403
POST   /tickets report {cellar}        | 403  409  404   | 403   403  403  403  403  403  403  403  403
POST   /tickets report {shed}          | 403  409  404   | 403   403  403  403  403  403  403  403  403
POST   /tickets report {none}          | 403  404  404   | 403   403  403  403  403  403  403  403  403
POST   /tickets comesback {lobby}      | 403  201  404   | 403   403  403  403  403  403  403  403  403
POST   /tickets comesback {gate}       | 403  404  201   | 403   403  403  403  403  403  403  403  403
POST   /tickets comesback {cellar}     | 403  409  404   | 403   403  403  403  403  403  403  403  403
POST   /tickets comesback {shed}       | 403  409  404   | 403   403  403  403  403  403  403  403  403
POST   /tickets empty                  | 403  400  400   | 403   403  403  403  403  403  403  403  403

assigning: 400 whoever is not a worker, inactive, not yet or no longer a member of the project
PATCH  /tickets/{new}/assign worker {wanda}   | 200  200  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {olga}    | 200  200  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {me}      | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {ivan}    | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {lena}    | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {dora}    | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {rita}    | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {yuri}    | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {oleg}    | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {stan}    | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {mike}    | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {boris}   | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{new}/assign worker {nobody}  | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{yards}/assign worker {yuri}  | 200  403  200   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{yards}/assign worker {paul}  | 200  403  200   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{yards}/assign worker {wanda} | 400  403  400   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{none}/assign worker {wanda}  | 404  404  404   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{junk}/assign worker {wanda}  | 400  400  400   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{none}/assign worker {junk}   | 400  400  400   | 403   403  403  403  403  403  403  403  403

the other steps, where the ticket is another one's, missing or no number
PATCH  /tickets/{yards}/take                  | 403  403  403   | 400   400  400  400  400  400  200  400  400
PATCH  /tickets/{none}/take                   | 403  403  403   | 404   404  404  404  404  404  404  404  404
PATCH  /tickets/{junk}/take                   | 403  403  403   | 400   400  400  400  400  400  400  400  400
PATCH  /tickets/{none}/start                  | 403  403  403   | 404   404  404  404  404  404  404  404  404
PATCH  /tickets/{junk}/start                  | 403  403  403   | 400   400  400  400  400  400  400  400  400
PATCH  /tickets/{yardwork}/done               | 403  403  403   | 409   409  409  409  409  409  200  409  409
PATCH  /tickets/{stans}/done                  | 403  403  403   | 409   409  409  409  409  409  409  409  200
PATCH  /tickets/{none}/done                   | 403  403  403   | 404   404  404  404  404  404  404  404  404
PATCH  /tickets/{junk}/done                   | 403  403  403   | 400   400  400  400  400  400  400  400  400
PATCH  /tickets/{none}/confirm                | 403  404  404   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{junk}/confirm                | 403  400  400   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{none}/reject reason          | 403  404  404   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{junk}/reject reason          | 403  400  400   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{none}/reject empty           | 403  400  400   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{yards}/cancel reason         | 200  403  200   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{none}/cancel reason          | 404  404  404   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{junk}/cancel reason          | 400  400  400   | 403   403  403  403  403  403  403  403  403
PATCH  /tickets/{none}/cancel empty           | 400  400  400   | 403   403  403  403  403  403  403  403  403

reassigning: an admin or the owner, to another active member of the project
POST   /ext/tickets/{new}/reassign worker {olga} | 409  409  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {olga} | 200  200  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{in_progress}/reassign worker {olga} | 200  200  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{done}/reassign worker {olga} | 409  409  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{confirmed}/reassign worker {olga} | 409  409  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{rejected}/reassign worker {olga} | 200  200  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{closed}/reassign worker {olga} | 409  409  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{canceled}/reassign worker {olga} | 409  409  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {wanda} | 409  409  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {ivan} | 400  400  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {lena} | 400  400  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {dora} | 400  400  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {rita} | 400  400  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {yuri} | 400  400  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {mike} | 400  400  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {boris} | 400  400  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {nobody} | 400  400  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign worker {paul} | 200  200  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{yardwork}/reassign worker {paul} | 200  403  200   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{yardwork}/reassign worker {wanda} | 400  403  400   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{stans}/reassign worker {wanda} | 200  200  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{none}/reassign worker {olga} | 404  404  404   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{junk}/reassign worker {olga} | 400  400  400   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{none}/reassign worker {junk} | 400  400  400   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/reassign empty | 400  400  400   | 403   403  403  403  403  403  403  403  403

handing back: the assigned worker, before the work begins
POST   /ext/tickets/{new}/hand-back reason | 403  403  403   | 409   409  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/hand-back reason | 403  403  403   | 200   403  403  403  403  403  403  403  403
POST   /ext/tickets/{in_progress}/hand-back reason | 403  403  403   | 409   403  403  403  403  403  403  403  403
POST   /ext/tickets/{done}/hand-back reason | 403  403  403   | 409   403  403  403  403  403  403  403  403
POST   /ext/tickets/{confirmed}/hand-back reason | 403  403  403   | 409   403  403  403  403  403  403  403  403
POST   /ext/tickets/{rejected}/hand-back reason | 403  403  403   | 200   403  403  403  403  403  403  403  403
POST   /ext/tickets/{closed}/hand-back reason | 403  403  403   | 409   403  403  403  403  403  403  403  403
POST   /ext/tickets/{canceled}/hand-back reason | 403  403  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{none}/hand-back reason | 403  403  403   | 404   404  404  404  404  404  404  404  404
POST   /ext/tickets/{junk}/hand-back reason | 403  403  403   | 400   400  400  400  400  400  400  400  400
POST   /ext/tickets/{assigned}/hand-back empty | 403  403  403   | 400   400  400  400  400  400  400  400  400

handing over: an admin, or a client what is its own, from an account that it sees
POST   /ext/workers/{wanda}/handover to {olga} | 200  200  200   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{mike}/handover to {olga} | 200  200  404   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{wanda}/handover to {wanda} | 409  409  409   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{wanda}/handover to {mike} | 400  400  400   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{wanda}/handover to {anna} | 400  400  400   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{wanda}/handover to {nobody} | 400  400  400   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{nobody}/handover to {olga} | 404  404  404   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{junk}/handover to {olga} | 400  400  400   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{wanda}/handover?dry_run=true to {olga} | 200  200  200   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{wanda}/handover?dry_run=yes to {olga} | 400  400  400   | 403   403  403  403  403  403  403  403  403
POST   /ext/workers/{wanda}/handover empty | 400  400  400   | 403   403  403  403  403  403  403  403  403

absences: the worker and admins; for clients those of the active members of their projects
GET    /ext/users/{wanda}/absences | 200  200  404   | 200   404  404  404  404  404  404  404  404
PUT    /ext/users/{wanda}/absences away | 200  403  403   | 200   404  404  404  404  404  404  404  404
GET    /ext/users/{olga}/absences | 200  200  404   | 404   200  404  404  404  404  404  404  404
PUT    /ext/users/{olga}/absences away | 200  403  403   | 404   200  404  404  404  404  404  404  404
GET    /ext/users/{paul}/absences | 200  200  200   | 404   404  404  404  404  404  404  404  404
PUT    /ext/users/{paul}/absences away | 200  403  403   | 404   404  404  404  404  404  404  404  404
GET    /ext/users/{ivan}/absences | 200  404  404   | 404   404  200  404  404  404  404  404  404
PUT    /ext/users/{ivan}/absences away | 200  403  403   | 404   404  200  404  404  404  404  404  404
GET    /ext/users/{anna}/absences | 404  404  404   | 404   404  404  404  404  404  404  404  404
PUT    /ext/users/{anna}/absences away | 404  403  403   | 404   404  404  404  404  404  404  404  404
GET    /ext/users/{nobody}/absences | 404  404  404   | 404   404  404  404  404  404  404  404  404
PUT    /ext/users/{nobody}/absences away | 404  403  403   | 404   404  404  404  404  404  404  404  404
GET    /ext/users/{junk}/absences | 400  400  400   | 400   400  400  400  400  400  400  400  400
PUT    /ext/users/{junk}/absences away | 400  403  403   | 400   400  400  400  400  400  400  400  400
PUT    /ext/users/{me}/absences empty | 400  403  403   | 400   400  400  400  400  400  400  400  400
GET    /ext/projects/{tower}/absences | 200  200  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{yard}/absences | 200  404  200   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{none}/absences | 404  404  404   | 403   403  403  403  403  403  403  403  403
GET    /ext/projects/{junk}/absences | 400  400  400   | 403   403  403  403  403  403  403  403  403

commenting: whoever sees the ticket, until it is closed
POST   /ext/tickets/{new}/comments comment    | 201  201  403   | 201   201  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/comments comment| 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{in_progress}/comments comment| 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{done}/comments comment   | 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{confirmed}/comments comment| 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{rejected}/comments comment| 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{closed}/comments comment | 409  409  403   | 409   403  403  403  403  403  403  403  403
POST   /ext/tickets/{canceled}/comments comment| 409  409  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{ritas}/comments comment  | 409  409  403   | 403   403  403  403  403  409  403  403  403
POST   /ext/tickets/{stans}/comments comment  | 201  201  403   | 403   403  403  403  403  403  403  403  201
POST   /ext/tickets/{yards}/comments comment  | 201  403  201   | 403   403  403  403  403  403  201  403  403
POST   /ext/tickets/{yardwork}/comments comment| 201  403  201   | 403   403  403  403  403  403  201  403  403
POST   /ext/tickets/{none}/comments comment   | 404  404  404   | 404   404  404  404  404  404  404  404  404
POST   /ext/tickets/{junk}/comments comment   | 400  400  400   | 400   400  400  400  400  400  400  400  400
POST   /ext/tickets/{new}/comments empty      | 400  400  400   | 400   400  400  400  400  400  400  400  400

adding photos: the assigned worker while a member, or an admin, and only while it is in progress
POST   /tickets/{new}/photos photo            | 409  403  403   | 403   403  403  403  403  403  403  403  403
POST   /tickets/{assigned}/photos photo       | 409  403  403   | 409   403  403  403  403  403  403  403  403
POST   /tickets/{in_progress}/photos photo    | 201  403  403   | 201   403  403  403  403  403  403  403  403
POST   /tickets/{done}/photos photo           | 409  403  403   | 409   403  403  403  403  403  403  403  403
POST   /tickets/{confirmed}/photos photo      | 409  403  403   | 409   403  403  403  403  403  403  403  403
POST   /tickets/{rejected}/photos photo       | 409  403  403   | 409   403  403  403  403  403  403  403  403
POST   /tickets/{closed}/photos photo         | 409  403  403   | 409   403  403  403  403  403  403  403  403
POST   /tickets/{ritas}/photos photo          | 409  403  403   | 403   403  403  403  403  403  403  403  403
POST   /tickets/{stans}/photos photo          | 201  403  403   | 403   403  403  403  403  403  403  403  403
POST   /tickets/{yardwork}/photos photo       | 201  403  403   | 403   403  403  403  403  403  201  403  403
POST   /tickets/{none}/photos photo           | 404  403  403   | 404   404  404  404  404  404  404  404  404
POST   /tickets/{junk}/photos photo           | 400  403  403   | 400   400  400  400  400  400  400  400  400
POST   /tickets/{in_progress}/photos empty    | 400  403  403   | 400   403  403  403  403  403  403  403  403

adding attachments: the client, the assigned worker while a member, or an admin, until the ticket is closed
POST   /ext/tickets/{new}/attachments photo         | 201  201  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{assigned}/attachments photo    | 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{in_progress}/attachments photo | 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{done}/attachments photo        | 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{confirmed}/attachments photo   | 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{rejected}/attachments photo    | 201  201  403   | 201   403  403  403  403  403  403  403  403
POST   /ext/tickets/{closed}/attachments photo      | 409  409  403   | 409   403  403  403  403  403  403  403  403
POST   /ext/tickets/{canceled}/attachments photo    | 409  409  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{ritas}/attachments photo       | 409  409  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{stans}/attachments photo       | 201  201  403   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{yards}/attachments photo       | 201  403  201   | 403   403  403  403  403  403  403  403  403
POST   /ext/tickets/{yardwork}/attachments photo    | 201  403  201   | 403   403  403  403  403  403  201  403  403
POST   /ext/tickets/{none}/attachments photo        | 404  404  404   | 404   404  404  404  404  404  404  404  404
POST   /ext/tickets/{junk}/attachments photo        | 400  400  400   | 400   400  400  400  400  400  400  400  400
POST   /ext/tickets/{in_progress}/attachments empty | 400  400  403   | 400   403  403  403  403  403  403  403  403

removing photos: a worker its own while in progress, an admin any; the photo must be of this ticket
DELETE /tickets/{in_progress}/photos/{shot}     | 200  403  403   | 200   403  403  403  403  403  403  403  403
DELETE /tickets/{in_progress}/photos/{rootshot} | 200  403  403   | 409   403  403  403  403  403  403  403  403
DELETE /tickets/{done}/photos/{doneshot}        | 200  403  403   | 409   403  403  403  403  403  403  403  403
DELETE /tickets/{stans}/photos/{stanshot}       | 200  403  403   | 403   403  403  403  403  403  403  403  200
DELETE /tickets/{yardwork}/photos/{yardshot}    | 200  403  403   | 403   403  403  403  403  403  200  403  403
DELETE /tickets/{in_progress}/photos/{doneshot} | 404  403  403   | 404   403  403  403  403  403  403  403  403
DELETE /tickets/{in_progress}/photos/{yardshot} | 404  403  403   | 404   403  403  403  403  403  403  403  403
DELETE /tickets/{in_progress}/photos/{none}     | 404  403  403   | 404   403  403  403  403  403  403  403  403
DELETE /tickets/{new}/photos/{shot}             | 404  403  403   | 404   404  403  403  403  403  403  403  403
DELETE /tickets/{yardwork}/photos/{shot}        | 404  403  403   | 403   403  403  403  403  403  404  403  403
DELETE /tickets/{none}/photos/{shot}            | 404  403  403   | 404   404  404  404  404  404  404  404  404
DELETE /tickets/{junk}/photos/{shot}            | 400  403  403   | 400   400  400  400  400  400  400  400  400
DELETE /tickets/{none}/photos/{junk}            | 400  403  403   | 400   400  400  400  400  400  400  400  400
`;
