// What happens before anybody is known: every operation by callers without an account that may be
// used. Each cell is tried with an admin's, the owner's and the assigned worker's token.
//
//   none      no token                     forged    signed with another secret
//   broken    its signature is changed     expired   an hour old
//   outdated  older than the password      deleted   the account is gone
//   disabled  the account is disabled: 403 with the literal words

export const tokens = `
                                                  | none forged broken expired outdated deleted disabled
GET    /ping                                      | 200  200    200    200     200      200     200
GET    /db-ping                                   | 401  401    401    401     401      401     403D
GET    /ext/about                                 | 200  200    200    200     200      200     200
GET    /ext/health                                | 401  401    401    401     401      401     403D
GET    /ext/audit                                 | 401  401    401    401     401      401     403D
GET    /ext/unconfirmed                           | 401  401    401    401     401      401     403D
GET    /ext/projects                              | 401  401    401    401     401      401     403D
GET    /ext/objects                               | 401  401    401    401     401      401     403D
GET    /ext/workload                              | 401  401    401    401     401      401     403D
GET    /ext/projects/{tower}/workload             | 401  401    401    401     401      401     403D
GET    /ext/stats                                 | 401  401    401    401     401      401     403D
GET    /ext/stats/repeats                         | 401  401    401    401     401      401     403D
GET    /ext/projects/{tower}/targets              | 401  401    401    401     401      401     403D
PUT    /ext/projects/{tower}/targets targets      | 401  401    401    401     401      401     403D
GET    /ext/tickets/deadlines?ids={new}           | 401  401    401    401     401      401     403D
GET    /ext/users/{wanda}/open-work               | 401  401    401    401     401      401     403D
GET    /ext/tickets                               | 401  401    401    401     401      401     403D
GET    /ext/tickets.csv                           | 401  401    401    401     401      401     403D
GET    /ext/tickets.xlsx                          | 401  401    401    401     401      401     403D
GET    /ext/tickets/{assigned}                    | 401  401    401    401     401      401     403D
POST   /ext/import/workers people                 | 401  401    401    401     401      401     403D
POST   /ext/import/objects buildings Tower        | 401  401    401    401     401      401     403D
GET    /ext/views                                 | 401  401    401    401     401      401     403D
POST   /ext/views view Mine                       | 401  401    401    401     401      401     403D
PATCH  /ext/views/{annaview} view Mine            | 401  401    401    401     401      401     403D
DELETE /ext/views/{annaview}                      | 401  401    401    401     401      401     403D
GET    /ext/webhooks                              | 401  401    401    401     401      401     403D
GET    /ext/webhooks/{annahook}                   | 401  401    401    401     401      401     403D
POST   /ext/webhooks hook ticket_done             | 401  401    401    401     401      401     403D
PATCH  /ext/webhooks/{annahook} inactive          | 401  401    401    401     401      401     403D
POST   /ext/webhooks/{annahook}/rotate-secret     | 401  401    401    401     401      401     403D
GET    /ext/webhooks/{annahook}/deliveries        | 401  401    401    401     401      401     403D
POST   /ext/webhooks/{annahook}/deliveries/{annasend}/redeliver| 401  401    401    401     401      401     403D
DELETE /ext/webhooks/{annahook}                   | 401  401    401    401     401      401     403D
POST   /ext/tickets/{assigned}/reassign worker {olga} | 401  401    401    401     401      401     403D
POST   /ext/tickets/{assigned}/hand-back reason | 401  401    401    401     401      401     403D
GET    /ext/tickets/{assigned}/hand-backs | 401  401    401    401     401      401     403D
POST   /ext/workers/{wanda}/handover to {olga} | 401  401    401    401     401      401     403D
GET    /ext/users/{wanda}/absences | 401  401    401    401     401      401     403D
PUT    /ext/users/{wanda}/absences away | 401  401    401    401     401      401     403D
GET    /ext/projects/{tower}/absences | 401  401    401    401     401      401     403D
GET    /ext/tickets/{assigned}/report.pdf         | 401  401    401    401     401      401     403D
GET    /ext/tickets/{assigned}/chain              | 401  401    401    401     401      401     403D
GET    /ext/tickets/{assigned}/contacts           | 401  401    401    401     401      401     403D
GET    /ext/tickets/{in_progress}/comments        | 401  401    401    401     401      401     403D
POST   /ext/tickets/{in_progress}/comments comment| 401  401    401    401     401      401     403D
GET    /ext/tickets/{in_progress}/thumbs          | 401  401    401    401     401      401     403D
GET    /ext/photos/{shot}/thumb                   | 400  400    400    400     400      400     400
GET    /ext/tickets/{in_progress}/attachments     | 401  401    401    401     401      401     403D
POST   /ext/tickets/{in_progress}/attachments photo | 401 401   401    401     401      401     403D
GET    /ext/attachments/{picture}/thumb           | 400  400    400    400     400      400     400
POST   /auth/login login boris@example.com        | 200  200    200    200     200      200     200
POST   /auth/refresh                              | 401  401    401    401     401      401     401
POST   /auth/logout                               | 200  200    200    200     200      200     200
POST   /auth/logout-all                           | 401  401    401    401     401      401     403D
GET    /auth/me                                   | 401  401    401    401     401      401     403D
GET    /ext/me                                    | 401  401    401    401     401      401     403D
PATCH  /ext/me language de                        | 401  401    401    401     401      401     403D
PATCH  /ext/users/{wanda} profile Wanda           | 401  401    401    401     401      401     403D
GET    /ext/objects/{lobby}/notes                 | 401  401    401    401     401      401     403D
GET    /ext/objects/{lobby}/portal | 401 401 401 401 401 401 403D
POST   /ext/objects/{lobby}/portal | 401 401 401 401 401 401 403D
DELETE /ext/objects/{lobby}/portal | 401 401 401 401 401 401 403D
GET    /ext/objects/labels.pdf?ids={lobby} | 401 401 401 401 401 401 403D
GET    /ext/portals | 401 401 401 401 401 401 403D
GET    /ext/reports | 401 401 401 401 401 401 403D
POST   /ext/reports/{towerreport}/accept answer | 401 401 401 401 401 401 403D
POST   /ext/reports/{towerreport}/dismiss reason | 401 401 401 401 401 401 403D
POST   /ext/reports/{towerreport}/merge ticket {new} | 401 401 401 401 401 401 403D
GET    /ext/report-photos/{reportphoto}/thumb | 400 400 400 400 400 400 400
GET    /ext/portal/{lobbyportal} | 200 200 200 200 200 200 200
POST   /ext/portal/{lobbyportal}/reports problem | 201 201 201 201 201 201 201
PUT    /ext/objects/{lobby}/notes notes           | 401  401    401    401     401      401     403D
POST   /ext/password change                       | 401  401    401    401     401      401     403D
GET    /ext/sessions                              | 401  401    401    401     401      401     403D
DELETE /ext/sessions/{oleg}                       | 401  401    401    401     401      401     403D
GET    /ext/users?ids={wanda}                     | 401  401    401    401     401      401     403D
POST   /ext/mfa/totp verify                       | 401  401    401    401     401      401     403D
POST   /ext/mfa/totp/confirm code 123456          | 401  401    401    401     401      401     403D
DELETE /ext/mfa/totp verify                       | 401  401    401    401     401      401     403D
DELETE /ext/users/{wanda}/mfa                     | 401  401    401    401     401      401     403D
GET    /ext/users/{boris}/identities              | 401  401    401    401     401      401     403D
DELETE /ext/users/{boris}/identities              | 401  401    401    401     401      401     403D
POST   /ext/passkey/challenge              | 404  404    404    404     404      404     404
POST   /ext/passkey/sign-in empty                | 400  400    400    400     400      400     400
GET    /ext/passkeys                              | 401  401    401    401     401      401     403D
POST   /ext/passkey/registration verify               | 401  401    401    401     401      401     403D
POST   /ext/passkeys empty                        | 401  401    401    401     401      401     403D
PATCH  /ext/passkeys/{nobody} name                | 401  401    401    401     401      401     403D
DELETE /ext/passkeys/{nobody} verify              | 401  401    401    401     401      401     403D
GET    /ext/mfa/passkey                           | 401  401    401    401     401      401     403D
PUT    /ext/mfa/passkey verify                    | 401  401    401    401     401      401     403D
DELETE /ext/mfa/passkey verify                    | 401  401    401    401     401      401     403D
GET    /ext/users/{wanda}/passkeys                | 401  401    401    401     401      401     403D
DELETE /ext/users/{wanda}/passkeys                | 401  401    401    401     401      401     403D
GET    /ext/oidc/start                            | 404  404    404    404     404      404     404
GET    /ext/oidc/callback                         | 404  404    404    404     404      404     404
POST   /ext/oidc/session                          | 404  404    404    404     404      404     404
GET    /ext/calendar                              | 401  401    401    401     401      401     403D
POST   /ext/calendar                              | 401  401    401    401     401      401     403D
DELETE /ext/calendar                              | 401  401    401    401     401      401     403D
GET    /ext/calendar/{annafeed}.ics               | 200  200    200    200     200      200     404
GET    /ext/tokens                                | 401  401    401    401     401      401     403D
POST   /ext/tokens token read                     | 401  401    401    401     401      401     403D
DELETE /ext/tokens/{oleg}                         | 401  401    401    401     401      401     403D
GET    /ext/notifications                         | 401  401    401    401     401      401     403D
POST   /ext/notifications/read all                | 401  401    401    401     401      401     403D
GET    /ext/notifications/preferences             | 401  401    401    401     401      401     403D
PUT    /ext/notifications/preferences notify      | 401  401    401    401     401      401     403D
GET    /ext/notifications/deliveries              | 401  401    401    401     401      401     403D
POST   /ext/notifications/unsubscribe?key={nobody} | 200  200    200    200     200      200     200
GET    /ext/push/key                              | 401  401    401    401     401      401     403D
POST   /ext/push/subscriptions push x               | 401  401    401    401     401      401     403D
DELETE /ext/push/subscriptions endpoint x           | 401  401    401    401     401      401     403D
POST   /auth/forgot-password email a@b.de         | 200  200    200    200     200      200     200
POST   /auth/reset-password reset                 | 200  200    200    200     200      200     200
GET    /auth/messenger                            | 401  401    401    401     401      401     403D
PUT    /auth/messenger target 4711                | 401  401    401    401     401      401     403D
DELETE /auth/messenger                            | 401  401    401    401     401      401     403D
POST   /auth/messenger/code                       | 401  401    401    401     401      401     403D
POST   /ext/messenger/test                        | 401  401    401    401     401      401     403D
POST   /auth/messenger/bot bot 200:own            | 401  401    401    401     401      401     403D
DELETE /auth/messenger/bot                        | 401  401    401    401     401      401     403D
POST   /users account worker                      | 401  401    401    401     401      401     403D
GET    /users                                     | 401  401    401    401     401      401     403D
POST   /users/{nina}/confirm                      | 401  401    401    401     401      401     403D
PATCH  /users/{olga} off                          | 401  401    401    401     401      401     403D
DELETE /users/{oleg}                              | 401  401    401    401     401      401     403D
POST   /users/{olga}/password-reset               | 401  401    401    401     401      401     403D
POST   /users/{olga}/password-set password        | 401  401    401    401     401      401     403D
GET    /projects                                  | 401  401    401    401     401      401     403D
POST   /projects project {anna}                   | 401  401    401    401     401      401     403D
GET    /projects/{tower}                          | 401  401    401    401     401      401     403D
PATCH  /projects/{tower} name                     | 401  401    401    401     401      401     403D
DELETE /projects/{tower}                          | 401  401    401    401     401      401     403D
GET    /projects/{tower}/objects                  | 401  401    401    401     401      401     403D
POST   /projects/{tower}/objects object           | 401  401    401    401     401      401     403D
PATCH  /objects/{lobby} name                      | 401  401    401    401     401      401     403D
GET    /projects/{tower}/workers                  | 401  401    401    401     401      401     403D
POST   /projects/{tower}/workers worker {oleg}    | 401  401    401    401     401      401     403D
DELETE /projects/{tower}/workers/{olga}           | 401  401    401    401     401      401     403D
POST   /projects/{tower}/invitation/accept        | 401  401    401    401     401      401     403D
POST   /projects/{tower}/invitation/decline       | 401  401    401    401     401      401     403D
GET    /invitations                               | 401  401    401    401     401      401     403D
GET    /tickets                                   | 401  401    401    401     401      401     403D
POST   /tickets report {lobby}                    | 401  401    401    401     401      401     403D
GET    /tickets/{assigned}                        | 401  401    401    401     401      401     403D
PATCH  /tickets/{new}/assign worker {wanda}       | 401  401    401    401     401      401     403D
PATCH  /tickets/{new}/take                        | 401  401    401    401     401      401     403D
PATCH  /tickets/{assigned}/start                  | 401  401    401    401     401      401     403D
PATCH  /tickets/{in_progress}/done                | 401  401    401    401     401      401     403D
PATCH  /tickets/{done}/confirm                    | 401  401    401    401     401      401     403D
PATCH  /tickets/{done}/reject reason              | 401  401    401    401     401      401     403D
PATCH  /tickets/{new}/cancel reason               | 401  401    401    401     401      401     403D
GET    /tickets/{assigned}/events                 | 401  401    401    401     401      401     403D
GET    /tickets/{in_progress}/photos              | 401  401    401    401     401      401     403D
POST   /tickets/{in_progress}/photos photo        | 401  401    401    401     401      401     403D
DELETE /tickets/{in_progress}/photos/{shot}       | 401  401    401    401     401      401     403D
GET    /recurring                                 | 401  401    401    401     401      401     403D
POST   /recurring rule {lobby}                    | 401  401    401    401     401      401     403D
GET    /recurring/{weekly}                        | 401  401    401    401     401      401     403D
PATCH  /recurring/{weekly} period                 | 401  401    401    401     401      401     403D
DELETE /recurring/{weekly}                        | 401  401    401    401     401      401     403D
POST   /recurring/{weekly}/run                    | 401  401    401    401     401      401     403D
GET    /ext/recurring/calendar?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z| 401  401    401    401     401      401     403D
GET    /ext/recurring/{weekly}/next-run           | 401  401    401    401     401      401     403D
POST   /ext/recurring/{weekly}/shift shift        | 401  401    401    401     401      401     403D
GET    /recurring/{weekly}/runs                   | 401  401    401    401     401      401     403D

before the id and the body are looked at
GET    /projects/{junk}                           | 401  401    401    401     401      401     403D
PATCH  /projects/{junk} empty                     | 401  401    401    401     401      401     403D
POST   /users empty                               | 401  401    401    401     401      401     403D
POST   /tickets empty                             | 401  401    401    401     401      401     403D
GET    /tickets/{junk}                            | 401  401    401    401     401      401     403D
PATCH  /tickets/{junk}/cancel empty               | 401  401    401    401     401      401     403D
POST   /tickets/{junk}/photos empty               | 401  401    401    401     401      401     403D
`;

/**
 * The cookie as a credential. Of accounts that cannot be used any more: disabled, and deleted
 * (whose sessions went with it).
 */
export const cookies = `
                     | none unknown revoked expired disabled deleted valid
POST   /auth/refresh | 401  401     401!!   401     403D     401     200
POST   /auth/logout  | 200  200     200     200     200      200     200
`;
