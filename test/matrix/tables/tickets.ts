// Tickets: who may read them, and who may write at all. What each operation does in each status
// stands in transitions.ts. A ticket that a worker or client may not see is 403, not 404.

const reading = (what: string, prefix = '') => `
${what}: assigned to oneself, or free in a project of which one is an active member
GET ${prefix}/tickets/{new}${what}            | 200 200 403 | 200 200 403 403 403 403 403 403 403
GET ${prefix}/tickets/{assigned,in_progress,done,confirmed,rejected,closed}${what} | 200 200 403 | 200 403 403 403 403 403 403 403 403
GET ${prefix}/tickets/{canceled}${what}       | 200 200 403 | 403
GET ${prefix}/tickets/{ritas}${what}          | 200 200 403 | 403 403 403 403 403 200 403 403 403
GET ${prefix}/tickets/{stans}${what}          | 200 200 403 | 403 403 403 403 403 403 403 403 200
GET ${prefix}/tickets/{yards,yardwork}${what} | 200 403 200 | 403 403 403 403 403 403 200 403 403`;

const readingCosts = (what: string) => `
${what}: an admin, the owner or the assigned worker
GET /ext/tickets/{new}${what}      | 200 200 403 | 403
GET /ext/tickets/{assigned,in_progress,done,confirmed,rejected,closed}${what} | 200 200 403 | 200 403 403 403 403 403 403 403 403
GET /ext/tickets/{canceled}${what} | 200 200 403 | 403
GET /ext/tickets/{ritas}${what}    | 200 200 403 | 403 403 403 403 403 200 403 403 403
GET /ext/tickets/{stans}${what}    | 200 200 403 | 403 403 403 403 403 403 403 403 200
GET /ext/tickets/{yards}${what}    | 200 403 200 | 403
GET /ext/tickets/{yardwork}${what} | 200 403 200 | 403 403 403 403 403 403 200 403 403`;

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
${reading('/edits', '/ext')}
${reading('/links', '/ext')}
${reading('/holds', '/ext')}
${reading('/appointments', '/ext')}
${reading('/reports', '/ext')}
${readingCosts('/costs')}
${readingCosts('/costs/edits')}
${readingCosts('/quotes')}
${reading('/appointment/offers', '/ext')}
${reading('/chain', '/ext')}
${reading('/chain/replacements', '/ext')}
${reading('/report.pdf', '/ext')}
GET /ext/tickets/{new}/report.pdf?timezone=Mars/A | 400 | 400
GET /ext/tickets/{new}/report.pdf?language=fr     | 400 | 400
small versions of photos: whoever has the signed link, and nobody without
GET /ext/photos/{shot}/thumb                                | 400 | 400
GET /ext/photos/{shot}/thumb?expires=4102444800&signature=x | 403 | 403
GET /ext/photos/{junk}/thumb?expires=4102444800&signature=x | 400 | 400
small versions of attachments: the same
GET /ext/attachments/{picture}/thumb                             | 400         | 400
GET /ext/attachments/{picture}/thumb?expires=4102444800&signature=x | 403         | 403
GET /ext/attachments/{junk}/thumb?expires=4102444800&signature=x | 400         | 400
GET /tickets                                                     | 200         | 200
GET /ext/tickets                                                 | 200         | 200
GET /ext/tickets?status=open                                     | 400         | 400
GET /ext/tickets.csv                                             | 200         | 200
GET /ext/changes                                                 | 200         | 403
GET /ext/changes?after=x                                         | 400         | 403
POST /ext/mcp empty                                              | 400         | 400
GET /ext/tickets.xlsx                                            | 200         | 200
GET /ext/tickets.csv?timezone=Mars/A                             | 400         | 400
GET /ext/tickets.xlsx?status=open                                | 400         | 400
GET /ext/workload                                                | 200 403 403 | 403
GET /ext/workload?sort=id                                        | 400 403 403 | 403
GET /ext/projects/{tower}/workload                               | 200 200 404 | 403
GET /ext/projects/{yard}/workload                                | 200 404 200 | 403
GET /ext/projects/{yard}/workload?sort=id                        | 400         | 403
GET /ext/stats                                                   | 200         | 403
GET /ext/tickets?counted=closed&counted_from=2026-01-01T00:00:00Z | 200         | 200
GET /ext/tickets?counted=taken                                   | 400         | 400
GET /ext/tickets?created_hour=9&timezone=Nowhere                 | 400         | 400
GET /ext/stats?timezone=Nowhere                                  | 400         | 403
GET /ext/stats?group=year                                        | 400         | 403
GET /ext/stats?project_id={tower}                                | 200 200 404 | 403
GET /ext/stats?project_id={yard}                                 | 200 404 200 | 403
GET /ext/stats?project_id={none}                                 | 404         | 403
GET /ext/stats?project_id={junk}                                 | 400         | 403
GET /ext/stats/repeats?project_id={tower}                        | 200 200 404 | 403
GET /ext/stats/repeats?project_id={yard}                         | 200 404 200 | 403
GET /ext/stats/repeats?project_id={none}                         | 404         | 403
GET /ext/stats/repeats?project_id={junk}                         | 400         | 403
GET /ext/stats/repeats                                           | 200         | 403
GET /ext/stats/repeats?limit=0                                   | 400         | 403
GET /ext/projects/{tower}/targets                                | 200 200 404 | 403
GET /ext/projects/{yard}/targets                                 | 200 404 200 | 403
PUT /ext/projects/{tower}/targets targets                        | 200 200 404 | 403
PUT /ext/projects/{yard}/targets targets                         | 200 404 200 | 403
DELETE /ext/projects/{tower}/targets                             | 200 200 404 | 403
DELETE /ext/projects/{yard}/targets                              | 200 404 200 | 403
GET /ext/users/{anna}/targets                                    | 200 200 404 | 403
GET /ext/users/{wanda}/targets                                   | 404         | 403
PUT /ext/users/{anna}/targets targets                            | 200 200 404 | 403
PUT /ext/users/{boris}/targets targets                           | 200 404 200 | 403
GET /ext/tickets/deadlines?ids={new},{yards}                     | 200         | 200
GET /ext/tickets/deadlines?ids={junk}                            | 400         | 400
GET /ext/tickets/deadlines                                       | 400         | 400

who is where: everybody of whose time they plan
GET /ext/planner?from=2026-03-02&to=2026-03-08                        | 200         | 200
GET /ext/planner?from=2026-03-08&to=2026-03-02                        | 400         | 400
GET /ext/planner?from=2026-03-02&to=2026-03-08&project_id={tower}     | 200 200 404 | 200 200 404 404 404 404 404 404 404
GET /ext/planner?from=2026-03-02&to=2026-03-08&project_id={yard}      | 200 404 200 | 404 404 404 404 404 404 200 404 404

what a worker has not finished: of an account that one sees, the tickets that one sees
GET /ext/users/{wanda}/open-work     | 200         | 403
GET /ext/users/{mike,anna}/open-work | 200 200 404 | 403

creating: a client, on an active object of an active project of its own
POST /tickets report {lobby}          | 403 201 404 | 403
POST /tickets report {gate}           | 403 404 201 | 403
POST /tickets report {cellar,shed}    | 403 409 404 | 403
POST /tickets report {none}           | 403 404 404 | 403
POST /tickets comesback {lobby}       | 403 201 404 | 403
POST /tickets comesback {gate}        | 403 404 201 | 403
POST /tickets comesback {cellar,shed} | 403 409 404 | 403

assigning: 400 whoever is not a worker, inactive, not yet or no longer a member of the project
PATCH /tickets/{new}/assign worker {wanda,olga}  | 200 200 403 | 403
PATCH /tickets/{new}/assign worker {me,ivan,lena,dora,rita,yuri,oleg,stan,mike,boris,nobody} | 400 400 403 | 403
PATCH /tickets/{yards}/assign worker {yuri,paul} | 200 403 200 | 403
PATCH /tickets/{yards}/assign worker {wanda}     | 400 403 400 | 403
PATCH /tickets/{none}/assign worker {junk}       | 400         | 403

the other steps, where the ticket is another one's
PATCH /tickets/{yards}/take          | 403         | 400 400 400 400 400 400 200 400 400
PATCH /tickets/{yardwork}/done       | 403         | 409 409 409 409 409 409 200 409 409
PATCH /tickets/{stans}/done          | 403         | 409 409 409 409 409 409 409 409 200
PATCH /tickets/{yards}/cancel reason | 200 403 200 | 403

reassigning: an admin or the owner, to another active member of the project
POST /ext/tickets/{new,done,confirmed,closed,canceled}/reassign worker {olga} | 409 409 403 | 403
POST /ext/tickets/{assigned,in_progress,rejected}/reassign worker {olga} | 200 200 403 | 403
POST /ext/tickets/{assigned}/reassign worker {wanda} | 409 409 403 | 403
POST /ext/tickets/{assigned}/reassign worker {ivan,lena,dora,rita,yuri,mike,boris,nobody} | 400 400 403 | 403
POST /ext/tickets/{assigned}/reassign worker {paul}  | 200 200 403 | 403
POST /ext/tickets/{yardwork}/reassign worker {paul}  | 200 403 200 | 403
POST /ext/tickets/{yardwork}/reassign worker {wanda} | 400 403 400 | 403
POST /ext/tickets/{stans}/reassign worker {wanda}    | 200 200 403 | 403
POST /ext/tickets/{none}/reassign worker {junk}      | 400         | 403

handing back: the assigned worker, before the work begins
POST /ext/tickets/{new}/hand-back reason               | 403 | 409 409 403 403 403 403 403 403 403
POST /ext/tickets/{assigned,rejected}/hand-back reason | 403 | 200 403 403 403 403 403 403 403 403
POST /ext/tickets/{in_progress,done,confirmed,closed}/hand-back reason | 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{canceled}/hand-back reason          | 403 | 403

on the way: the assigned worker, before and while it works
POST /ext/tickets/{new}/on-my-way                            | 403         | 409 409 403 403 403 403 403 403 403
POST /ext/tickets/{assigned,in_progress}/on-my-way           | 403         | 200 403 403 403 403 403 403 403 403
POST /ext/tickets/{rejected,done,confirmed,closed}/on-my-way | 403         | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{none}/on-my-way                           | 403         | 404

on hold: the assigned worker, the owner or an admin, while a worker has yet to do something
PUT /ext/tickets/{new}/hold hold                             | 409 409 403 | 409 409 403 403 403 403 403 403 403
PUT /ext/tickets/{assigned,in_progress,rejected}/hold hold   | 200 200 403 | 200 403 403 403 403 403 403 403 403
PUT /ext/tickets/{done,confirmed,closed}/hold hold           | 409 409 403 | 409 403 403 403 403 403 403 403 403
PUT /ext/tickets/{yardwork}/hold hold                        | 200 403 200 | 403 403 403 403 403 403 200 403 403
PUT /ext/tickets/{assigned}/hold pasthold                    | 400 400 403 | 400 403 403 403 403 403 403 403 403
PUT /ext/tickets/{none}/hold hold                            | 404         | 404
DELETE /ext/tickets/{new}/hold                               | 404 404 403 | 409 409 403 403 403 403 403 403 403
DELETE /ext/tickets/{assigned}/hold                          | 404 404 403 | 404 403 403 403 403 403 403 403 403
DELETE /ext/tickets/{rejected}/hold                          | 200 200 403 | 200 403 403 403 403 403 403 403 403

checklists: copied by the owner, the assigned worker or an admin until the ticket is closed, answered by the worker while in progress
PUT /ext/tickets/{new}/checklist copyof {annalist}           | 200 200 403 | 403 403 403 403 403 403 403 403 403
PUT /ext/tickets/{assigned,in_progress,rejected,done}/checklist copyof {annalist,sharedlist} | 200 200 403 | 200 403 403 403 403 403 403 403 403
PUT /ext/tickets/{assigned}/checklist copyof {borislist}     | 400 404 403 | 404 403 403 403 403 403 403 403 403
PUT /ext/tickets/{in_progress}/checklist nochecklist         | 200 200 403 | 200 403 403 403 403 403 403 403 403
PUT /ext/tickets/{closed}/checklist copyof {annalist}        | 409 409 403 | 409 403 403 403 403 403 403 403 403
PUT /ext/tickets/{none}/checklist copyof {annalist}          | 404         | 404
GET /ext/tickets/{in_progress}/checklist                     | 200 200 403 | 200 403 403 403 403 403 403 403 403
GET /ext/tickets/{new}/checklists                            | 200 200 403 | 403 403 403 403 403 403 403 403 403
GET /ext/tickets/{assigned,closed}/checklists                | 200 200 403 | 200 403 403 403 403 403 403 403 403
GET /ext/tickets/{none}/checklists                           | 404         | 404
PATCH /ext/tickets/{in_progress}/checklist filled {lightitem} | 403         | 200 403 403 403 403 403 403 403 403
PATCH /ext/tickets/{assigned}/checklist filled {lightitem}   | 403         | 409 403 403 403 403 403 403 403 403
PATCH /ext/tickets/{none}/checklist filled {lightitem}       | 404         | 404

appointments: the assigned worker, the owner or an admin, until the work is done
PUT /ext/tickets/{new}/appointment visit                     | 200 200 403 | 409 409 403 403 403 403 403 403 403
PUT /ext/tickets/{assigned,in_progress,rejected}/appointment visit | 200 200 403 | 200 403 403 403 403 403 403 403 403
PUT /ext/tickets/{done,confirmed,closed}/appointment visit   | 409 409 403 | 409 403 403 403 403 403 403 403 403
PUT /ext/tickets/{yardwork}/appointment visit                | 200 403 200 | 403 403 403 403 403 403 200 403 403
PUT /ext/tickets/{assigned}/appointment pastvisit            | 400 400 403 | 400 403 403 403 403 403 403 403 403
PUT /ext/tickets/{none}/appointment visit                    | 404         | 404
DELETE /ext/tickets/{new}/appointment                        | 404 404 403 | 409 409 403 403 403 403 403 403 403
DELETE /ext/tickets/{done,closed}/appointment                | 409 409 403 | 409 403 403 403 403 403 403 403 403
DELETE /ext/tickets/{rejected}/appointment                   | 200 200 403 | 200 403 403 403 403 403 403 403 403
POST /ext/tickets/{rejected}/appointment/offers visits       | 201 201 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{assigned,done}/appointment/offers visits  | 409 409 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{new}/appointment/offers visits            | 409 409 403 | 409 409 403 403 403 403 403 403 403
POST /ext/tickets/{rejected}/appointment/offers visit        | 400 400 400 | 400
POST /ext/tickets/{none}/appointment/offers visits           | 404         | 404

costs: the assigned worker from the start to the end of the work, an admin until the ticket is closed
POST /ext/tickets/{new}/costs cost                           | 201 403 403 | 409 409 403 403 403 403 403 403 403
POST /ext/tickets/{assigned,confirmed,rejected}/costs cost   | 201 403 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{in_progress,done}/costs cost              | 201 403 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{closed}/costs cost                        | 409 403 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{canceled}/costs cost                      | 409 403 403 | 403
POST /ext/tickets/{stans}/costs cost                         | 201 403 403 | 403 403 403 403 403 403 403 403 201
POST /ext/tickets/{yardwork}/costs cost                      | 201 403 403 | 403 403 403 403 403 403 201 403 403
POST /ext/tickets/{in_progress}/costs cost {wanda,olga,paul} | 201 403 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{in_progress}/costs cost {ivan,yuri,anna,nobody} | 400 403 403 | 400 403 403 403 403 403 403 403 403
GET /ext/costs/{towercost}                                   | 200 200 403 | 200 403 403 403 403 403 403 403 403
GET /ext/costs/{yardcost}                                    | 200 403 200 | 403 403 403 403 403 403 200 403 403
PATCH /ext/costs/{towercost} dearer                          | 200 403 403 | 200 403 403 403 403 403 403 403 403
PATCH /ext/costs/{yardcost} dearer                           | 200 403 403 | 403 403 403 403 403 403 200 403 403
PATCH /ext/costs/{towercost} empty                           | 400 403 403 | 400
DELETE /ext/costs/{towercost}                                | 200 403 403 | 200 403 403 403 403 403 403 403 403
DELETE /ext/costs/{yardcost}                                 | 200 403 403 | 403 403 403 403 403 403 200 403 403
GET /ext/costs/{towercost}/edits                             | 200 200 403 | 200 403 403 403 403 403 403 403 403
GET /ext/costs/{yardcost}/edits                              | 200 403 200 | 403 403 403 403 403 403 200 403 403
GET /ext/costs/last                                          | 200 403 403 | 200
GET /ext/costs/last?sort=price                               | 400 403 403 | 400
GET /ext/projects/{tower}/costs                              | 200 200 404 | 403
GET /ext/projects/{yard}/costs                               | 200 404 200 | 403
PUT /ext/projects/{tower}/costs costs EUR                    | 200 200 404 | 403
PUT /ext/projects/{yard}/costs costs EUR                     | 200 404 200 | 403
PUT /ext/projects/{yard}/costs costs PLN                     | 409 404 409 | 403
PUT /ext/projects/{tower}/costs costs euro                   | 400         | 403

a month of a client and the file for accounting programs
GET /ext/users/{anna}/statement.pdf?month=2026-03            | 200 200 404 | 403
GET /ext/users/{boris}/statement.pdf?month=2026-03           | 200 404 200 | 403
GET /ext/users/{wanda}/statement.pdf?month=2026-03           | 404         | 403
GET /ext/users/{anna}/statement.pdf?month=2026               | 400         | 403
GET /ext/costs.csv                                           | 200         | 403
GET /ext/costs.csv?project_id={tower}                        | 200 200 404 | 403
GET /ext/costs.csv?from={junk}                               | 400         | 403

what was done with all tickets
GET /ext/activity                                            | 200         | 403
GET /ext/activity?project_id={tower}&action=done,commented   | 200         | 403
GET /ext/activity?action=eaten                               | 400         | 403
GET /ext/activity.csv                                        | 200         | 403
GET /ext/activity.csv?object_id={lobby}                      | 200         | 403
GET /ext/activity.csv?from={junk}                            | 400         | 403

quotes: sent by the assigned worker or an admin until the ticket is closed, answered by the owner
POST /ext/tickets/{new}/quotes quote                         | 201 403 403 | 409 409 403 403 403 403 403 403 403
POST /ext/tickets/{assigned,in_progress,done,confirmed}/quotes quote | 201 403 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{rejected}/quotes quote                    | 409 403 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{closed}/quotes quote                      | 409 403 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{canceled}/quotes quote                    | 409 403 403 | 403
POST /ext/tickets/{yardwork}/quotes quote                    | 409 403 403 | 403 403 403 403 403 403 409 403 403
POST /ext/tickets/{assigned}/quotes pastquote                | 400 403 403 | 400 403 403 403 403 403 403 403 403
POST /ext/quotes/{towerquote}/approve                        | 403 200 403 | 403
POST /ext/quotes/{yardquote}/approve                         | 403 403 200 | 403
POST /ext/quotes/{towerquote}/decline reason                 | 403 200 403 | 403
POST /ext/quotes/{yardquote}/decline reason                  | 403 403 200 | 403
POST /ext/quotes/{towerquote}/decline empty                  | 403 400 400 | 403
POST /ext/quotes/{towerquote}/withdraw                       | 200 403 403 | 200 403 403 403 403 403 403 403 403
POST /ext/quotes/{yardquote}/withdraw                        | 200 403 403 | 403 403 403 403 403 403 200 403 403

handing over: an admin, or a client what is its own, from an account that it sees
POST /ext/workers/{wanda}/handover to {olga}              | 200         | 403
POST /ext/workers/{mike}/handover to {olga}               | 200 200 404 | 403
POST /ext/workers/{wanda}/handover to {wanda}             | 409         | 403
POST /ext/workers/{wanda}/handover to {mike,anna,nobody}  | 400         | 403
POST /ext/workers/{wanda}/handover?dry_run=true to {olga} | 200         | 403
POST /ext/workers/{wanda}/handover?dry_run=yes to {olga}  | 400         | 403

absences: the worker and admins; for clients those of the active members of their projects
GET /ext/users/{wanda}/absences      | 200 200 404 | 200 404 404 404 404 404 404 404 404
PUT /ext/users/{wanda}/absences away | 200 403 403 | 200 404 404 404 404 404 404 404 404
GET /ext/users/{olga}/absences       | 200 200 404 | 404 200 404 404 404 404 404 404 404
PUT /ext/users/{olga}/absences away  | 200 403 403 | 404 200 404 404 404 404 404 404 404
GET /ext/users/{paul}/absences       | 200         | 404
PUT /ext/users/{paul}/absences away  | 200 403 403 | 404
GET /ext/users/{ivan}/absences       | 200 404 404 | 404 404 200 404 404 404 404 404 404
PUT /ext/users/{ivan}/absences away  | 200 403 403 | 404 404 200 404 404 404 404 404 404
GET /ext/users/{anna}/absences       | 404         | 404
PUT /ext/users/{anna}/absences away  | 404 403 403 | 404
GET /ext/projects/{tower}/absences   | 200 200 404 | 403
GET /ext/projects/{yard}/absences    | 200 404 200 | 403

correcting: an admin or the owner, until it is closed
PATCH /ext/tickets/{new,assigned,in_progress,done,confirmed,rejected,stans} floor | 200 200 403 | 403
PATCH /ext/tickets/{closed,canceled,ritas} floor | 409 409 403 | 403
PATCH /ext/tickets/{yards,yardwork} floor        | 200 403 200 | 403
PATCH /ext/tickets/{new,done,closed,canceled,ritas} reference | 200 200 403 | 403
PATCH /ext/tickets/{new} empty                   | 400 400 400 | 403

linking: an admin, the owner or the assigned worker, who sees the other ticket as well
POST /ext/tickets/{new}/links link {assigned}         | 201 201 403 | 403
POST /ext/tickets/{in_progress}/links link {new}      | 201 201 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{in_progress}/links link {yards}    | 201 403 403 | 403
POST /ext/tickets/{in_progress}/links link {none}     | 404 404 403 | 404 403 403 403 403 403 403 403 403
POST /ext/tickets/{in_progress}/links link {in_progress} | 400 400 403 | 400 403 403 403 403 403 403 403 403
POST /ext/tickets/{in_progress}/links blocks {done}   | 409 409 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{closed}/links link {in_progress}   | 201 201 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{canceled}/links link {in_progress} | 201 201 403 | 403
POST /ext/tickets/{yardwork}/links link {yards}       | 201 403 201 | 403 403 403 403 403 403 201 403 403
DELETE /ext/tickets/{in_progress}/links/{towerlink}   | 200 200 403 | 200 403 403 403 403 403 403 403 403
DELETE /ext/tickets/{done}/links/{towerlink}          | 200 200 403 | 200 403 403 403 403 403 403 403 403
DELETE /ext/tickets/{yardwork}/links/{towerlink}      | 404 403 404 | 403 403 403 403 403 403 404 403 403
DELETE /ext/tickets/{yards}/links/{yardlink}          | 200 403 200 | 403

equipment: as tags
PUT /ext/tickets/{new,canceled}/equipment equipment {towerlift} | 200 200 403 | 403
PUT /ext/tickets/{assigned,in_progress,done,confirmed,rejected,closed}/equipment equipment {towerdoor} | 200 200 403 | 200 403 403 403 403 403 403 403 403
PUT /ext/tickets/{in_progress}/equipment noequipment | 200 200 403 | 200 403 403 403 403 403 403 403 403
PUT /ext/tickets/{yardwork}/equipment noequipment    | 200 403 200 | 403 403 403 403 403 403 200 403 403
PUT /ext/tickets/{in_progress}/equipment equipment {yardlift} | 400 400 403 | 400 403 403 403 403 403 403 403 403
PUT /ext/tickets/{in_progress}/equipment empty       | 400 | 400

tagging: an admin, the owner or the assigned worker
PUT /ext/tickets/{new,canceled}/tags tags | 200 200 403 | 403
PUT /ext/tickets/{assigned,in_progress,done,confirmed,rejected,closed}/tags tags | 200 200 403 | 200 403 403 403 403 403 403 403 403
PUT /ext/tickets/{ritas}/tags tags        | 200 200 403 | 403 403 403 403 403 200 403 403 403
PUT /ext/tickets/{yards}/tags tags        | 200 403 200 | 403
PUT /ext/tickets/{yardwork}/tags tags     | 200 403 200 | 403 403 403 403 403 403 200 403 403
PUT /ext/tickets/{in_progress}/tags badtags | 400 | 400
GET /ext/tags                             | 200 | 200
GET /ext/tags?sort=id                     | 400 | 400

commenting: whoever sees the ticket, until it is closed
POST /ext/tickets/{new}/comments comment            | 201 201 403 | 201 201 403 403 403 403 403 403 403
POST /ext/tickets/{assigned,in_progress,done,confirmed,rejected}/comments comment | 201 201 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{closed}/comments comment         | 409 409 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{canceled}/comments comment       | 409 409 403 | 403
POST /ext/tickets/{ritas}/comments comment          | 409 409 403 | 403 403 403 403 403 409 403 403 403
POST /ext/tickets/{stans}/comments comment          | 201 201 403 | 403 403 403 403 403 403 403 403 201
POST /ext/tickets/{yards,yardwork}/comments comment | 201 403 201 | 403 403 403 403 403 403 201 403 403
POST /ext/tickets/{assigned}/comments toreporter     | 409 409 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{rejected}/comments toreporter     | 201 201 403 | 201 403 403 403 403 403 403 403 403

internal comments: admins and the assigned worker, until the ticket is closed
POST /ext/tickets/{new,yards}/comments internal     | 201 403 403 | 403
POST /ext/tickets/{assigned,in_progress,done,confirmed,rejected}/comments internal | 201 403 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{closed}/comments internal        | 409 403 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{canceled}/comments internal      | 409 403 403 | 403
POST /ext/tickets/{ritas}/comments internal         | 409 403 403 | 403 403 403 403 403 409 403 403 403
POST /ext/tickets/{stans}/comments internal         | 201 403 403 | 403 403 403 403 403 403 403 403 201
POST /ext/tickets/{yardwork}/comments internal      | 201 403 403 | 403 403 403 403 403 403 201 403 403

adding photos: the assigned worker while a member, or an admin, and only while it is in progress
POST /tickets/{new,ritas}/photos photo   | 409 403 403 | 403
POST /tickets/{assigned,done,confirmed,rejected,closed}/photos photo | 409 403 403 | 409 403 403 403 403 403 403 403 403
POST /tickets/{in_progress}/photos photo | 201 403 403 | 201 403 403 403 403 403 403 403 403
POST /tickets/{stans}/photos photo       | 201 403 403 | 403
POST /tickets/{yardwork}/photos photo    | 201 403 403 | 403 403 403 403 403 403 201 403 403
POST /tickets/{in_progress}/photos empty | 400 403 403 | 400 403 403 403 403 403 403 403 403

signatures: the assigned worker while a member, or an admin, while in progress or done
POST /ext/tickets/{new}/signature signature             | 409 403 403 | 403
POST /ext/tickets/{assigned}/signature signature        | 409 403 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{in_progress,done}/signature signature | 201 403 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{none}/signature signature         | 404         | 404

reports of another defect: the assigned worker while a member, whatever the status
POST /ext/tickets/{new,canceled,ritas,stans,yards}/reports problem | 403 | 403
POST /ext/tickets/{assigned,in_progress,done,confirmed,rejected,closed}/reports problem | 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{yardwork}/reports problem         | 403         | 403 403 403 403 403 403 201 403 403
POST /ext/tickets/{assigned}/reports empty           | 403         | 400 403 403 403 403 403 403 403 403
POST /ext/tickets/{none}/reports problem             | 403         | 404

adding attachments: the client, the assigned worker while a member, or an admin, until the ticket is closed
POST /ext/tickets/{new,stans}/attachments photo      | 201 201 403 | 403
POST /ext/tickets/{assigned,in_progress,done,confirmed,rejected}/attachments photo | 201 201 403 | 201 403 403 403 403 403 403 403 403
POST /ext/tickets/{closed}/attachments photo         | 409 409 403 | 409 403 403 403 403 403 403 403 403
POST /ext/tickets/{canceled,ritas}/attachments photo | 409 409 403 | 403
POST /ext/tickets/{yards}/attachments photo          | 201 403 201 | 403
POST /ext/tickets/{yardwork}/attachments photo       | 201 403 201 | 403 403 403 403 403 403 201 403 403
POST /ext/tickets/{in_progress}/attachments empty    | 400 400 403 | 400 403 403 403 403 403 403 403 403

removing photos: a worker its own while in progress, an admin any; the photo must be of this ticket
DELETE /tickets/{in_progress}/photos/{shot}                   | 200 403 403 | 200 403 403 403 403 403 403 403 403
DELETE /tickets/{in_progress}/photos/{rootshot}               | 200 403 403 | 409 403 403 403 403 403 403 403 403
DELETE /tickets/{done}/photos/{doneshot}                      | 200 403 403 | 409 403 403 403 403 403 403 403 403
DELETE /tickets/{stans}/photos/{stanshot}                     | 200 403 403 | 403 403 403 403 403 403 403 403 200
DELETE /tickets/{yardwork}/photos/{yardshot}                  | 200 403 403 | 403 403 403 403 403 403 200 403 403
DELETE /tickets/{in_progress}/photos/{doneshot,yardshot,none} | 404 403 403 | 404 403 403 403 403 403 403 403 403
DELETE /tickets/{new}/photos/{shot}                           | 404 403 403 | 404 404 403 403 403 403 403 403 403
DELETE /tickets/{yardwork}/photos/{shot}                      | 404 403 403 | 403 403 403 403 403 403 404 403 403
DELETE /tickets/{none}/photos/{junk}                          | 400 403 403 | 400
`;
