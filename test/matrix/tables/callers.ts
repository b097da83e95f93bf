// The expected status of each operation for each caller, from the endpoint tables and visibility rules of the
// specification. ../fixtures.ts describes the callers. Requests are checked in the order 401, 403 role, 400 id and body,
// 404, 403 foreign, 400 precondition, 409 state; ../authorization.test.ts derives the rows of missing and malformed ids.

/** The service, signing in and accounts. */
export const accounts = `
| root anna boris | wanda olga ivan lena dora rita yuri oleg stan
service
GET /ping                     | 200         | 200
GET /db-ping                  | 200 403 403 | 403
GET /ext/about                | 200         | 200
GET /ext/health               | 200 403 403 | 403
GET /ext/audit                | 200 403 403 | 403
GET /ext/audit?event=nonsense | 400 403 403 | 403
GET /ext/work                 | 200 403 403 | 403
GET /ext/work?state=nonsense  | 400 403 403 | 403
POST /ext/work/{mail}/retry   | 200 403 403 | 403
POST /ext/work/{none}/retry   | 404 403 403 | 403
DELETE /ext/work/{mail}       | 200 403 403 | 403
DELETE /ext/work/{none}       | 404 403 403 | 403
GET /ext/installation         | 200         | 200
GET /ext/settings             | 200 403 403 | 403
PUT /ext/settings look        | 200 403 403 | 403
PUT /ext/settings empty       | 400 403 403 | 403
DELETE /ext/settings/logo     | 200 403 403 | 403
PUT /ext/settings/logo logo   | 200 403 403 | 403
PUT /ext/settings/logo photo  | 400 403 403 | 403
GET /ext/settings/logo        | 200         | 200
POST /ext/settings/test-mail email a@b.de | 400 403 403 | 403
POST /ext/settings/test-mail mailto a@b.de | 200 403 403 | 403
POST /ext/settings/test-url   | 200 403 403 | 403
GET /ext/settings/test-link   | 200 403 403 | 403
POST /ext/installation/opened opened | 200    | 200
GET /ext/intake               | 200 403 403 | 403
GET /ext/intake?sort=from     | 400 403 403 | 403

auth: the public ones do not look at the access token
POST /auth/login login anna@example.com             | 200         | 200
POST /auth/login login nina@example.com             | 403C!       | 403C!
POST /auth/login login mike@example.com             | 403D!       | 403D!
POST /auth/login login nobody@there.com             | 401!        | 401!
POST /auth/refresh                                  | 401         | 401
POST /auth/logout                                   | 200         | 200
POST /auth/logout-all                               | 200         | 200
GET /auth/me                                        | 200         | 200
GET /ext/me                                         | 200         | 200
PATCH /ext/me language de                           | 200         | 200
PATCH /ext/me language xx                           | 400         | 400
PATCH /ext/me profile Olga                          | 200         | 200
POST /ext/password change                           | 200         | 200
GET /ext/sessions                                   | 200         | 200
DELETE /ext/sessions/{oleg}                         | 404         | 404
GET /ext/users?ids={wanda}                          | 200         | 403
POST /ext/mfa/totp verify                           | 200         | 200
POST /ext/mfa/totp verify wrong-horse-1             | 401         | 401
POST /ext/mfa/totp/confirm code 123456              | 409         | 409
DELETE /ext/mfa/totp verify                         | 404         | 404
DELETE /ext/mfa/totp verify wrong-horse-1           | 401         | 401
DELETE /ext/users/{wanda}/mfa                       | 200 403 403 | 403
DELETE /ext/users/{me}/mfa                          | 400 403 403 | 403
GET /ext/users/{boris}/identities                   | 200 403 403 | 403
DELETE /ext/users/{wanda}/identities                | 404 403 403 | 403
DELETE /ext/users/{boris}/identities                | 200 403 403 | 403
POST /ext/passkey/challenge                         | 404         | 404
POST /ext/passkey/sign-in empty                     | 400         | 400
GET /ext/passkeys                                   | 200         | 200
POST /ext/passkey/registration verify               | 404         | 404
POST /ext/passkey/registration verify wrong-horse-1 | 401         | 401
POST /ext/passkeys empty                            | 400         | 400
PATCH /ext/passkeys/{nobody} name                   | 404         | 404
DELETE /ext/passkeys/{nobody} verify                | 404         | 404
DELETE /ext/passkeys/{nobody} verify wrong-horse-1  | 401         | 401
GET /ext/mfa/passkey                                | 200         | 200
PUT /ext/mfa/passkey verify                         | 404         | 404
PUT /ext/mfa/passkey verify wrong-horse-1           | 401         | 401
DELETE /ext/mfa/passkey verify                      | 200         | 200
GET /ext/users/{wanda}/passkeys                     | 200 403 403 | 403
DELETE /ext/users/{wanda}/passkeys                  | 404 403 403 | 403
DELETE /ext/users/{me}/passkeys                     | 400 403 403 | 403
GET /ext/oidc/start                                 | 404         | 404
GET /ext/oidc/callback                              | 404         | 404
POST /ext/oidc/session                              | 404         | 404
GET /ext/calendar                                   | 200         | 200
POST /ext/calendar                                  | 201         | 201
DELETE /ext/calendar                                | 404 200 200 | 404
GET /ext/calendar/{annafeed}.ics                    | 200         | 200
GET /ext/calendar/{nobody}.ics                      | 404         | 404
GET /ext/tokens                                     | 200         | 200
POST /ext/tokens token read                         | 201         | 201
POST /ext/tokens token admin                        | 400         | 400
DELETE /ext/tokens/{oleg}                           | 404         | 404
GET /ext/notifications                              | 200         | 200
POST /ext/notifications/read all                    | 200         | 200
GET /ext/notifications/preferences                  | 200         | 200
PUT /ext/notifications/preferences notify           | 200         | 200
GET /ext/notifications/deliveries                   | 200         | 200
POST /ext/notifications/unsubscribe?key={nobody}    | 200         | 200
GET /ext/push/key                                   | 200         | 200
POST /ext/push/subscriptions push                   | 201         | 201
DELETE /ext/push/subscriptions endpoint             | 404         | 404
POST /auth/forgot-password email a@b.de             | 200         | 200
POST /auth/reset-password reset                     | 200         | 200

acting for somebody: clients invite deputies, admins make teams
GET /ext/grants                          | 200         | 200
GET /ext/grants?principal_id={anna}      | 200         | 200
POST /ext/grants grant                   | 400 201 201 | 403
POST /ext/grants grant {boris}           | 201 201 201 | 403
POST /ext/grants grant {wanda}           | 400 201 201 | 403
POST /ext/grants/accept accept {annatoken} | 400 400 200 | 400
POST /ext/grants/accept accept nonsense  | 400         | 400
PATCH /ext/grants/{annagrant} silent     | 200 200 404 | 404
DELETE /ext/grants/{annagrant}           | 200 200 404 | 404
GET /ext/teams                           | 200 403 403 | 200
POST /ext/teams team {oleg}              | 201 403 403 | 403
POST /ext/teams team {paul,mike}         | 409 403 403 | 403
POST /ext/teams team {anna}              | 400 403 403 | 403
PATCH /ext/teams/{northteam} name        | 200 403 403 | 403
PATCH /ext/teams/{northteam} lead {oleg} | 200 403 403 | 403
DELETE /ext/teams/{northteam}            | 200 403 403 | 403

messenger: everybody's own; anna has a chat, boris a bot of his own that does not know the chat 4711
GET /auth/messenger                      | 200          | 200
PUT /auth/messenger target 4711          | 200 200 400M | 200
PUT /auth/messenger target 4799          | 400M         | 400M
PUT /auth/messenger target nonsense      | 400M         | 400M
PUT /auth/messenger target               | 200          | 200
DELETE /auth/messenger                   | 200          | 200
POST /auth/messenger/code                | 200          | 200
POST /ext/messenger/test                 | 400 200 400  | 400
POST /auth/messenger/bot bot 200:own     | 200          | 200
POST /auth/messenger/bot bot 201:unknown | 400          | 400
DELETE /auth/messenger/bot               | 200          | 200

users: a client may create only workers and ask for workers
POST /users account worker | 201         | 403
POST /users account client | 201 403 403 | 403
POST /users account admin  | 201 403 403 | 403
POST /ext/users unset worker | 201         | 403
POST /ext/users unset client | 201 403 403 | 403
POST /ext/users unset admin  | 201 403 403 | 403
GET /users                 | 200         | 403
GET /users?role=worker     | 200         | 403
GET /users?role=client     | 200 403 403 | 403
GET /users?role=admin      | 200 403 403 | 403
GET /ext/unconfirmed       | 200         | 403

confirm: 404 for a client unless it is a worker created by them
POST /users/{nina}/confirm             | 200 200 404 | 403
POST /users/{nora}/confirm             | 200 404 200 | 403
POST /users/{oleg,wanda,boris}/confirm | 409 404 404 | 403

another link: 404 for a client unless it has made the account; 409 when the owner has set a password
POST /ext/users/{nina}/invitation bymail  | 200 200 404 | 403
POST /ext/users/{nora}/invitation bymail  | 200 404 200 | 403
POST /ext/users/{oleg}/invitation bymail  | 409 404 404 | 403

disable and enable: 404 for a client unless it is an active member worker of one of their projects
changing a profile: admins only
PATCH /ext/users/{wanda,me} profile Wanda                  | 200 403 403 | 403
PATCH /users/{wanda,olga} off                              | 200 200 404 | 403
PATCH /users/{paul} off                                    | 200         | 403
PATCH /users/{mike} on                                     | 200 200 404 | 403
PATCH /users/{yuri} off                                    | 200 404 200 | 403
PATCH /users/{ivan,lena,dora,rita,oleg,stan,nina,rosa} off | 200 404 404 | 403
PATCH /users/{root} off                                    | 400 404 404 | 403
PATCH /users/{anna} off                                    | 200 400 404 | 403
PATCH /users/{boris} off                                   | 200 404 400 | 403
PATCH /users/{me} off                                      | 400         | 403

delete: a client only a member of its own; projects, member rows and tickets of others block
DELETE /users/{olga}                     | 409R 200 404  | 403
DELETE /users/{wanda}                    | 409R 409R 404 | 403
DELETE /users/{paul}                     | 409R          | 403
DELETE /users/{yuri}                     | 409R 404 409R | 403
DELETE /users/{ivan,lena,dora,rita,stan} | 409R 404 404  | 403
DELETE /users/{oleg,nina,rosa}           | 200 404 404   | 403
DELETE /users/{boris}                    | 409R 404 400  | 403
DELETE /users/{me}                       | 400           | 403

personal data: of oneself, for an admin of everybody; anonymizing needs a disabled account without unclosed tickets
GET /ext/users/{wanda}/data                     | 200 404 404 | 200 404 404 404 404 404 404 404 404
GET /ext/users/{boris}/data                     | 200 404 200 | 404
GET /ext/users/{me}/data                        | 200         | 200
POST /ext/users/{mike}/anonymize                | 200 403 403 | 403
POST /ext/users/{wanda,boris,oleg,me}/anonymize | 409 403 403 | 403

passwords: an admin's only, for every account
POST /users/{olga,anna,rosa,me}/password-reset   | 200 403 403 | 403
POST /users/{olga,anna,me}/password-set password | 200 403 403 | 403
`;

/** Projects with their objects and members, and the rules: a foreign one is as a missing one, 404. */
export const projects = `
| root anna boris | wanda olga ivan lena dora rita yuri oleg stan
projects: an admin names the owner, a client is it whatever it sends
GET /projects                            | 200         | 403
GET /ext/projects                        | 200         | 403
GET /ext/projects?client_id={boris}&q=ya | 200         | 403
GET /ext/objects                         | 200         | 403
GET /ext/objects?ready=2                 | 400         | 403
POST /projects project                   | 400 201 201 | 403
POST /projects project {anna}            | 201         | 403
POST /projects project {wanda,nobody}    | 400 201 201 | 403
POST /projects tower {anna}              | 409 409 201 | 403
GET /projects/{tower}                    | 200 200 404 | 403
GET /projects/{yard}                     | 200 404 200 | 403
PATCH /projects/{tower} name             | 200 200 404 | 403
PATCH /projects/{yard} off               | 200 404 200 | 403
PATCH /projects/{annex} tower            | 409 409 404 | 403
DELETE /projects/{tower,annex}           | 200 403 403 | 403

references: as the objects
PATCH /ext/objects/{lobby,shed} reference | 200 200 404 | 403
PATCH /ext/objects/{gate} reference       | 200 404 200 | 403
PATCH /ext/objects/{lobby} empty          | 400         | 403

notes of objects: readable for active members of the project
GET /ext/objects/{lobby}/notes            | 200 200 404 | 200 200 404 404 404 404 404 404 404
GET /ext/objects/{gate}/notes             | 200 404 200 | 404 404 404 404 404 404 200 404 404
PUT /ext/objects/{lobby,shed}/notes notes | 200 200 404 | 403
PUT /ext/objects/{gate}/notes notes       | 200 404 200 | 403

equipment: readable for active members of the project
GET /ext/objects/{lobby}/equipment                 | 200 200 404 | 200 200 404 404 404 404 404 404 404
GET /ext/objects/{gate}/equipment                  | 200 404 200 | 404 404 404 404 404 404 200 404 404
GET /ext/objects/{lobby}/equipment?sort=kind       | 400         | 400
GET /ext/equipment/{towerlift}                     | 200 200 404 | 200 200 404 404 404 404 404 404 404
GET /ext/equipment/{yardlift}                      | 200 404 200 | 404 404 404 404 404 404 200 404 404
GET /ext/objects/{lobby}/costs                     | 200 200 404 | 403
GET /ext/objects/{gate}/costs                      | 200 404 200 | 403
GET /ext/objects/{lobby}/costs?from=soon           | 400         | 403
GET /ext/equipment/{towerlift}/costs               | 200 200 404 | 403
GET /ext/equipment/{yardlift}/costs                | 200 404 200 | 403
GET /ext/equipment/{towerlift}/costs?to=soon       | 400         | 403
POST /ext/objects/{lobby,cellar,shed}/equipment name | 201 201 404 | 403
POST /ext/objects/{gate}/equipment name            | 201 404 201 | 403
POST /ext/objects/{lobby}/equipment lift           | 409 409 404 | 403
POST /ext/objects/{lobby}/equipment empty          | 400         | 403
PATCH /ext/equipment/{towerlift,towerdoor} name    | 200 200 404 | 403
PATCH /ext/equipment/{towerdoor} lift              | 409 409 404 | 403
PATCH /ext/equipment/{yardlift} off                | 200 404 200 | 403
PATCH /ext/equipment/{towerlift} empty             | 400         | 403
DELETE /ext/equipment/{towerdoor}                  | 200 200 404 | 403
DELETE /ext/equipment/{towerlift}                  | 409 409 404 | 403
DELETE /ext/equipment/{yardlift}                   | 409 404 409 | 403

documents: as equipment; the list of all is for clients and admins
GET /ext/objects/{lobby}/documents                 | 200 200 404 | 200 200 404 404 404 404 404 404 404
GET /ext/objects/{gate}/documents                  | 200 404 200 | 404 404 404 404 404 404 200 404 404
GET /ext/equipment/{towerlift}/documents           | 200 200 404 | 200 200 404 404 404 404 404 404 404
GET /ext/equipment/{yardlift}/documents            | 200 404 200 | 404 404 404 404 404 404 200 404 404
GET /ext/equipment/{towerlift}/documents?sort=size | 400         | 400
POST /ext/objects/{lobby,cellar}/documents paper   | 201 201 404 | 403
POST /ext/objects/{gate}/documents paper           | 201 404 201 | 403
POST /ext/equipment/{towerlift,cellarlift}/documents paper | 201 201 404 | 403
POST /ext/equipment/{yardlift}/documents paper     | 201 404 201 | 403
POST /ext/equipment/{towerlift}/documents photo    | 400 400 404 | 403
GET /ext/documents                                 | 200         | 403
GET /ext/documents?expires_to=never                | 400         | 403
GET /ext/documents/{towerpaper}                    | 200 200 404 | 200 200 404 404 404 404 404 404 404
GET /ext/documents/{yardpaper}                     | 200 404 200 | 404 404 404 404 404 404 200 404 404
PATCH /ext/documents/{towerpaper} title            | 200 200 404 | 403
PATCH /ext/documents/{yardpaper} title             | 200 404 200 | 403
PATCH /ext/documents/{towerpaper} empty            | 400         | 403
DELETE /ext/documents/{towerpaper}                 | 200 200 404 | 403
DELETE /ext/documents/{yardpaper}                  | 200 404 200 | 403

buildings and announcements
GET /ext/objects/{lobby,cellar}                    | 200 200 404 | 403
GET /ext/objects/{gate}                            | 200 404 200 | 403
GET /ext/objects?sort=overdue                      | 200         | 403
GET /ext/objects/{lobby}/announcements             | 200 200 404 | 200 200 404 404 404 404 404 404 404
GET /ext/objects/{gate}/announcements              | 200 404 200 | 404 404 404 404 404 404 200 404 404
GET /ext/objects/{lobby}/announcements?current=no  | 400         | 400
GET /ext/announcements/{towernotice}               | 200 200 404 | 200 200 404 404 404 404 404 404 404
GET /ext/announcements/{yardnotice}                | 200 404 200 | 404 404 404 404 404 404 200 404 404
POST /ext/objects/{lobby,cellar}/announcements notice | 201 201 404 | 403
POST /ext/objects/{gate}/announcements notice      | 201 404 201 | 403
POST /ext/objects/{lobby}/announcements badnotice  | 400 400 404 | 403
PATCH /ext/announcements/{towernotice} announced   | 200 200 404 | 403
PATCH /ext/announcements/{yardnotice} announced    | 200 404 200 | 403
PATCH /ext/announcements/{towernotice} empty       | 400         | 403
DELETE /ext/announcements/{towernotice}            | 200 200 404 | 403
DELETE /ext/announcements/{yardnotice}             | 200 404 200 | 403

portals: the client of the object and admins; what follows from an address is public
GET /ext/objects/{lobby}/portal                        | 200 200 404 | 403
GET /ext/objects/{gate}/portal                         | 200 404 200 | 403
POST /ext/objects/{lobby}/portal                       | 201 201 404 | 403
POST /ext/objects/{gate}/portal                        | 201 404 201 | 403
POST /ext/objects/{cellar}/portal                      | 409 409 404 | 403
DELETE /ext/objects/{lobby}/portal                     | 200 200 404 | 403
DELETE /ext/objects/{cellar}/portal                    | 404         | 403
GET /ext/objects/labels.pdf?ids={lobby}                | 200 200 404 | 403
GET /ext/objects/labels.pdf?ids={cellar}               | 409 409 404 | 403
GET /ext/objects/labels.pdf?ids=x                      | 400         | 403
GET /ext/equipment/{towerlift}/portal                  | 200 200 404 | 403
GET /ext/equipment/{yardlift}/portal                   | 200 404 200 | 403
POST /ext/equipment/{towerlift}/portal                 | 201 201 404 | 403
POST /ext/equipment/{yardlift}/portal                  | 201 404 201 | 403
POST /ext/equipment/{cellarlift}/portal                | 409 409 404 | 403
DELETE /ext/equipment/{towerlift}/portal               | 200 200 404 | 403
DELETE /ext/equipment/{towerdoor}/portal               | 404         | 403
GET /ext/equipment/labels.pdf?ids={towerlift}          | 200 200 404 | 403
GET /ext/equipment/labels.pdf?ids={towerdoor}          | 409 409 404 | 403
GET /ext/equipment/labels.pdf?ids=x                    | 400         | 403
GET /ext/portals                                       | 200         | 403
GET /ext/portals?sort=id                               | 400         | 403
GET /ext/reports                                       | 200         | 403
GET /ext/reports?status=lost                           | 400         | 403
POST /ext/reports/{towerreport}/accept answer          | 201 201 404 | 403
POST /ext/reports/{yardreport}/accept answer           | 201 404 201 | 403
POST /ext/reports/{towermail}/accept answer            | 400 400 404 | 403
POST /ext/reports/{towermail}/accept answer {lobby} | 201 201 404 | 403
POST /ext/reports/{strangemail}/accept answer {lobby} | 201 404 404 | 403
POST /ext/reports/{towerreport}/dismiss reason         | 200 200 404 | 403
POST /ext/reports/{yardreport}/dismiss reason          | 200 404 200 | 403
POST /ext/reports/{towermail}/dismiss reason           | 200 200 404 | 403
POST /ext/reports/{strangemail}/dismiss reason         | 200 404 404 | 403
POST /ext/reports/{towerreport}/merge ticket {new}     | 200 200 404 | 403
POST /ext/reports/{towerreport}/merge ticket {closed}  | 409 409 404 | 403
POST /ext/reports/{towerreport}/merge ticket {yards}   | 404         | 403
POST /ext/reports/{yardreport}/merge ticket {yardwork} | 200 404 200 | 403
POST /ext/reports/{towermail}/merge ticket {new}       | 200 200 404 | 403
POST /ext/reports/{towermail}/merge ticket {yardwork}  | 404         | 403
POST /ext/reports/{strangemail}/merge ticket {yardwork} | 200 404 404 | 403
GET /ext/report-photos/{reportphoto}/thumb             | 400         | 400
GET /ext/report-photos/{reportphoto}/thumb?expires=4102444800&signature=x | 403         | 403
GET /ext/portal/{lobbyportal}                          | 200         | 200
GET /ext/portal/{nobody}                               | 404         | 404
POST /ext/portal/{lobbyportal}/reports problem         | 201         | 201
POST /ext/portal/{lobbyportal}/reports empty           | 400         | 400
POST /ext/portal/{nobody}/reports problem              | 404         | 404
GET /ext/portal/{lobbyportal}/reports/{visitreport}/appointment          | 200         | 200
GET /ext/portal/{yardportal}/reports/{visitreport}/appointment           | 404         | 404
POST /ext/portal/{lobbyportal}/reports/{visitreport}/appointment accepts | 200         | 200
POST /ext/portal/{lobbyportal}/reports/{visitreport}/appointment empty   | 400         | 400
POST /ext/portal/{lobbyportal}/reports/{towerreport}/appointment accepts | 409         | 409
POST /ext/portal/{yardportal}/reports/{visitreport}/appointment accepts  | 404         | 404
POST /ext/portal/{lobbyportal}/reports/{visitreport}/messages comment      | 201         | 201
POST /ext/portal/{lobbyportal}/reports/{visitreport}/messages empty        | 400         | 400
POST /ext/portal/{lobbyportal}/reports/{towerreport}/messages comment      | 409         | 409
POST /ext/portal/{yardportal}/reports/{visitreport}/messages comment       | 404         | 404
POST /ext/portal/{lobbyportal}/reports/{closedreport}/rating stars         | 201         | 201
POST /ext/portal/{lobbyportal}/reports/{closedreport}/rating empty         | 400         | 400
POST /ext/portal/{lobbyportal}/reports/{closedreport}/messages comment     | 409         | 409
POST /ext/portal/{lobbyportal}/reports/{visitreport}/rating stars          | 409         | 409
POST /ext/portal/{yardportal}/reports/{closedreport}/rating stars          | 404         | 404

imports: workers by admins and clients, objects in projects that the caller sees
POST /ext/import/workers people                       | 200         | 403
POST /ext/import/workers cells                        | 400         | 403
POST /ext/import/workers?dry_run=true people          | 200         | 403
POST /ext/import/workers?dry_run=2 people             | 400         | 403
POST /ext/import/objects buildings Tower              | 200 200 400 | 403
POST /ext/import/objects buildings Yard               | 200 400 200 | 403
POST /ext/import/objects buildings Shut               | 400         | 403
POST /ext/import/objects?dry_run=true buildings Tower | 200 200 400 | 403
POST /ext/import/equipment machines Tower,Lobby       | 200 200 400 | 403
POST /ext/import/equipment machines Yard,Gate         | 200 400 200 | 403
POST /ext/import/equipment machines Tower,Nowhere     | 400         | 403
POST /ext/import/equipment cells                      | 400         | 403
POST /ext/import/objects cells                        | 400         | 403

saved views: the own ones and shared ones, which admins change
GET /ext/views                              | 200         | 200
POST /ext/views view Mine                   | 201         | 201
POST /ext/views sharedview Ours             | 201 403 403 | 403
POST /ext/views sharedview Open             | 409 403 403 | 403
PATCH /ext/views/{annaview} view Mine       | 404 200 404 | 404
PATCH /ext/views/{annaview} sharedview Ours | 404 403 404 | 404
PATCH /ext/views/{annaview} nofilter        | 400         | 400
PATCH /ext/views/{sharedview} view Mine     | 200 403 403 | 403
DELETE /ext/views/{annaview}                | 404 200 404 | 404
DELETE /ext/views/{sharedview}              | 200 403 403 | 403

texts to choose from: the own ones and shared ones, which admins change
GET /ext/snippets                                  | 200         | 200
GET /ext/snippets?kind=letter                      | 400         | 400
POST /ext/snippets snippet Mine                    | 201         | 201
POST /ext/snippets sharedsnippet Ours              | 201 403 403 | 403
PATCH /ext/snippets/{annasnippet} snippet Mine     | 404 200 404 | 404
PATCH /ext/snippets/{annasnippet} sharedsnippet Us | 404 403 404 | 404
PATCH /ext/snippets/{annasnippet} empty            | 400         | 400
PATCH /ext/snippets/{sharedsnippet} snippet Mine   | 200 403 403 | 403
DELETE /ext/snippets/{annasnippet}                 | 404 200 404 | 404
DELETE /ext/snippets/{sharedsnippet}               | 200 403 403 | 403

checklists: clients have their own ones, admins all
GET /ext/checklists                            | 200         | 403
GET /ext/checklists/{annalist}                 | 200 200 404 | 403
GET /ext/checklists/{sharedlist}               | 200 404 404 | 403
POST /ext/checklists checklist Mine            | 201         | 403
POST /ext/checklists badchecklist              | 400         | 403
PATCH /ext/checklists/{annalist} checklist Mine | 200 200 404 | 403
PATCH /ext/checklists/{annalist} empty         | 400         | 403
DELETE /ext/checklists/{annalist}              | 200 200 404 | 403
DELETE /ext/checklists/{sharedlist}            | 200 404 404 | 403

webhooks: clients have their own ones, admins all
GET /ext/webhooks                                              | 200         | 403
GET /ext/webhooks/{annahook}                                   | 200 200 404 | 403
POST /ext/webhooks hook ticket_done                            | 201         | 403
POST /ext/webhooks hook login_failed                           | 400         | 403
POST /ext/webhooks nohook                                      | 400         | 403
PATCH /ext/webhooks/{annahook} inactive                        | 200 200 404 | 403
PATCH /ext/webhooks/{borishook} inactive                       | 200 404 200 | 403
PATCH /ext/webhooks/{annahook} nohook                          | 400         | 403
POST /ext/webhooks/{annahook}/rotate-secret                    | 200 200 404 | 403
POST /ext/webhooks/{annahook}/test                             | 200 200 404 | 403
GET /ext/webhooks/{annahook}/deliveries                        | 200 200 404 | 403
POST /ext/webhooks/{annahook}/deliveries/{annasend}/redeliver  | 200 200 404 | 403
POST /ext/webhooks/{borishook}/deliveries/{annasend}/redeliver | 404         | 403
POST /ext/webhooks/{annahook}/deliveries/{none}/redeliver      | 404         | 403
POST /ext/webhooks/{annahook}/deliveries/{junk}/redeliver      | 400         | 403
DELETE /ext/webhooks/{annahook}                                | 200 200 404 | 403

objects
GET /projects/{tower}/objects         | 200 200 404 | 403
GET /projects/{yard}/objects          | 200 404 200 | 403
POST /projects/{tower}/objects object | 201 201 404 | 403
POST /projects/{yard}/objects object  | 201 404 201 | 403
POST /projects/{shut}/objects object  | 409 409 404 | 403
PATCH /objects/{lobby} name           | 200 200 404 | 403
PATCH /objects/{gate} off             | 200 404 200 | 403

inviting: 400 not a worker, inactive or unconfirmed; 409 a member, or an invitation that is still open
GET /projects/{tower}/workers                                    | 200 200 404 | 403
GET /projects/{yard}/workers                                     | 200 404 200 | 403
POST /projects/{tower}/workers worker {oleg,yuri,rita,dora,lena} | 200 200 404 | 403
POST /projects/{tower}/workers worker {ivan,wanda}               | 409 409 404 | 403
POST /projects/{tower}/workers worker {mike,nina,boris,rosa}     | 400 400 404 | 403
POST /projects/{tower}/workers worker {nobody}                   | 404         | 403
POST /projects/{yard}/workers worker {wanda}                     | 200 404 200 | 403
POST /projects/{yard}/workers worker {junk}                      | 400         | 403

removing a member: the worker must be an active one of this very project
DELETE /projects/{tower}/workers/{olga,mike,paul} | 200 200 404 | 403
DELETE /projects/{tower}/workers/{wanda}          | 409 409 404 | 403
DELETE /projects/{tower}/workers/{ivan,lena,dora,rita,stan,yuri,oleg,boris} | 404         | 403
DELETE /projects/{annex,yard}/workers/{olga}      | 404         | 403
DELETE /projects/{yard}/workers/{yuri}            | 409 404 409 | 403
DELETE /projects/{yard}/workers/{paul}            | 200 404 200 | 403
DELETE /projects/{yard}/workers/{junk}            | 400         | 403

answering an invitation: one's own, open and not too late
GET /invitations                          | 403 | 200
POST /projects/{tower}/invitation/accept  | 403 | 409 409 200 409 409 404 404 404 404
POST /projects/{yard}/invitation/accept   | 403 | 404 404 404 404 404 404 409 404 404
POST /projects/{tower}/invitation/decline | 403 | 409 409 200 409 409 404 404 404 404
POST /projects/{yard}/invitation/decline  | 403 | 404 404 404 404 404 404 409 404 404

recurring rules
GET /recurring                                        | 200         | 403
POST /recurring rule {lobby}                          | 201 201 404 | 403
POST /recurring rule {gate}                           | 201 404 201 | 403
POST /recurring rule {cellar,shed}                    | 409 409 404 | 403
POST /recurring rule {none}                           | 404         | 403
GET /recurring/{weekly}                               | 200 200 404 | 403
GET /recurring/{yardrule}                             | 200 404 200 | 403
PATCH /recurring/{weekly} period                      | 200 200 404 | 403
PATCH /recurring/{yardrule} off                       | 200 404 200 | 403
DELETE /recurring/{busy}                              | 200 200 404 | 403
DELETE /recurring/{yardrule}                          | 200 404 200 | 403
POST /recurring/{weekly}/run                          | 201 201 404 | 403
POST /recurring/{yardrule}/run                        | 201 404 201 | 403
POST /recurring/{off,stuck,busy}/run                  | 409 409 404 | 403
POST /ext/recurring/{weekly,off}/shift shift          | 200 200 404 | 403
POST /ext/recurring/{weekly}/shift?dry_run=true shift | 200 200 404 | 403
POST /ext/recurring/{yardrule}/shift shift            | 200 404 200 | 403
POST /ext/recurring/{weekly}/shift noshift            | 409 409 404 | 403
GET /ext/recurring/{weekly}/next-run                  | 200 200 404 | 403
GET /ext/recurring/{yardrule}/next-run                | 200 404 200 | 403
GET /ext/recurring/calendar?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z | 200         | 403
GET /ext/recurring/calendar                           | 400         | 403
GET /ext/recurring/calendar?from=2026-03-01T00:00:00Z&to=2027-04-01T00:00:00Z | 400         | 403
GET /ext/recurring                                    | 200         | 403
GET /ext/recurring/{weekly,monthly}                   | 200 200 404 | 403
GET /ext/recurring/{yardrule}                         | 200 404 200 | 403
POST /ext/recurring patterned {lobby}                 | 201 201 404 | 403
POST /ext/recurring patterned {gate}                  | 201 404 201 | 403
POST /ext/recurring patterned {cellar}                | 409 409 404 | 403
POST /ext/recurring rule {lobby}                      | 400         | 403
GET /ext/recurring/preview?rrule=FREQ=DAILY&starts_on=2026-03-01&time=08:00&timezone=UTC | 200         | 403
GET /ext/recurring/preview                            | 400         | 403
GET /ext/recurring/{monthly}/pattern                  | 200 200 404 | 403
GET /ext/recurring/{weekly}/pattern                   | 404         | 403
PUT /ext/recurring/{weekly,off,monthly}/pattern pattern       | 200 200 404 | 403
PUT /ext/recurring/{yardrule}/pattern pattern                 | 200 404 200 | 403
PUT /ext/recurring/{weekly}/pattern pattern {wanda}           | 200 200 404 | 403
PUT /ext/recurring/{weekly}/pattern pattern {lena,dora,ivan,oleg,anna} | 400 400 404 | 403
PUT /ext/recurring/{weekly}/pattern period                    | 400         | 403
DELETE /ext/recurring/{monthly}/pattern               | 200 200 404 | 403
DELETE /ext/recurring/{weekly,yardrule}/pattern       | 404         | 403
POST /ext/recurring/{monthly}/shift shift             | 409 409 404 | 403
GET /recurring/{busy}/runs                            | 200 200 404 | 403
GET /recurring/{yardrule}/runs                        | 200 404 200 | 403
`;
