// What happens before anybody is known, with an admin's, the owner's and the assigned worker's token:
//
//   none      no token                     forged    signed with another secret
//   broken    its signature is changed     expired   an hour old
//   outdated  older than the password      deleted   the account is gone
//   disabled  the account is disabled: 403 with the literal words

/** Of every operation that the next table does not name. */
export const guarded = `
            | none forged broken expired outdated deleted disabled
GET /guarded | 401 401 401 401 401 401 403D
`;

/** The public operations. */
export const publicOperations = `
                                                 | none forged broken expired outdated deleted disabled
GET /ping                                        | 200
GET /ext/about                                   | 200
GET /ext/installation                            | 200
GET /ext/settings/logo                           | 200
POST /ext/installation/opened opened             | 200
GET /ext/photos/{shot}/thumb                     | 400
GET /ext/attachments/{picture}/thumb             | 400
GET /ext/report-photos/{reportphoto}/thumb       | 400
GET /ext/calendar/{annafeed}.ics                 | 200 200 200 200 200 200 404
GET /ext/portal/{lobbyportal}                    | 200
POST /ext/portal/{lobbyportal}/reports problem   | 201
GET /ext/portal/{lobbyportal}/reports/{visitreport}/appointment          | 200
POST /ext/portal/{lobbyportal}/reports/{visitreport}/appointment accepts | 200
POST /ext/portal/{lobbyportal}/reports/{visitreport}/messages comment    | 201
POST /ext/portal/{lobbyportal}/reports/{closedreport}/rating stars       | 201
POST /ext/notifications/unsubscribe?key={nobody} | 200
POST /auth/login login boris@example.com         | 200
POST /ext/grants/accept deputy {annatoken}       | 200 401 401 401 401 401 403D
POST /auth/refresh                               | 401
POST /auth/logout                                | 200
POST /auth/forgot-password email a@b.de          | 200
POST /auth/reset-password reset                  | 200
POST /ext/passkey/challenge                      | 404
POST /ext/passkey/sign-in empty                  | 400
GET /ext/oidc/start                              | 404
GET /ext/oidc/callback                           | 404
POST /ext/oidc/session                           | 404
`;

/**
 * The cookie as a credential. Of accounts that cannot be used any more: disabled, and deleted
 * (whose sessions went with it).
 */
export const cookies = `
                   | none unknown revoked expired disabled deleted valid
POST /auth/refresh | 401  401     401!!   401     403D     401     200
POST /auth/logout  | 200
`;
