// What each operation does to a ticket in each status, by docs/rules.md (Tickets): 200 and where
// it leads, or the refusal. All tickets are wanda's, in anna's Tower; olga is a member too, and
// the others are no members (any more). For assign and take the worker is looked at before the
// status; a worker who may not see the ticket gets 409 for start and done.

export const transitions = `
                                                  | to          | root anna boris | wanda olga ivan lena dora rita yuri oleg stan
assign: an admin or the owner, to an active member
PATCH /tickets/{new}/assign worker {olga}         | assigned    | 200  200  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{assigned}/assign worker {olga}    | -           | 409  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{in_progress}/assign worker {olga} | -           | 409  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{done}/assign worker {olga}        | -           | 409  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{confirmed}/assign worker {olga}   | -           | 409  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{rejected}/assign worker {olga}    | -           | 409  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{closed}/assign worker {olga}      | -           | 409  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{canceled}/assign worker {olga}    | -           | 409  409  403   | 403   403  403  403  403  403  403  403  403

assign to whoever is no member: that comes first
PATCH /tickets/{new}/assign worker {ivan}         | -           | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{assigned}/assign worker {ivan}    | -           | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{in_progress}/assign worker {ivan} | -           | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{done}/assign worker {ivan}        | -           | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{confirmed}/assign worker {ivan}   | -           | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{rejected}/assign worker {ivan}    | -           | 400  400  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{closed}/assign worker {ivan}      | -           | 400  400  403   | 403   403  403  403  403  403  403  403  403

take: a worker who is an active member
PATCH /tickets/{new}/take                         | assigned    | 403  403  403   | 200   200  400  400  400  400  400  400  400
PATCH /tickets/{assigned}/take                    | -           | 403  403  403   | 409   409  400  400  400  400  400  400  400
PATCH /tickets/{in_progress}/take                 | -           | 403  403  403   | 409   409  400  400  400  400  400  400  400
PATCH /tickets/{done}/take                        | -           | 403  403  403   | 409   409  400  400  400  400  400  400  400
PATCH /tickets/{confirmed}/take                   | -           | 403  403  403   | 409   409  400  400  400  400  400  400  400
PATCH /tickets/{rejected}/take                    | -           | 403  403  403   | 409   409  400  400  400  400  400  400  400
PATCH /tickets/{closed}/take                      | -           | 403  403  403   | 409   409  400  400  400  400  400  400  400
PATCH /tickets/{canceled}/take                    | -           | 403  403  403   | 409   409  400  400  400  400  400  400  400

start: the assigned worker
PATCH /tickets/{new}/start                        | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409
PATCH /tickets/{assigned}/start                   | in_progress | 403  403  403   | 200   409  409  409  409  409  409  409  409
PATCH /tickets/{in_progress}/start                | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409
PATCH /tickets/{done}/start                       | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409
PATCH /tickets/{confirmed}/start                  | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409
PATCH /tickets/{rejected}/start                   | in_progress | 403  403  403   | 200   409  409  409  409  409  409  409  409
PATCH /tickets/{closed}/start                     | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409

done: the assigned worker
PATCH /tickets/{new}/done                         | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409
PATCH /tickets/{assigned}/done                    | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409
PATCH /tickets/{in_progress}/done                 | done        | 403  403  403   | 200   409  409  409  409  409  409  409  409
PATCH /tickets/{done}/done                        | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409
PATCH /tickets/{confirmed}/done                   | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409
PATCH /tickets/{rejected}/done                    | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409
PATCH /tickets/{closed}/done                      | -           | 403  403  403   | 409   409  409  409  409  409  409  409  409

confirm: the owning client
PATCH /tickets/{new}/confirm                      | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{assigned}/confirm                 | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{in_progress}/confirm              | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{done}/confirm                     | closed      | 403  200  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{confirmed}/confirm                | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{rejected}/confirm                 | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{closed}/confirm                   | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403

reject: the owning client
PATCH /tickets/{new}/reject reason                | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{assigned}/reject reason           | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{in_progress}/reject reason        | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{done}/reject reason               | rejected    | 403  200  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{confirmed}/reject reason          | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{rejected}/reject reason           | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{closed}/reject reason             | -           | 403  409  403   | 403   403  403  403  403  403  403  403  403

cancel: the owning client, except while it is worked on; an admin always
PATCH /tickets/{new}/cancel reason                | closed      | 200  200  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{assigned}/cancel reason           | closed      | 200  200  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{in_progress}/cancel reason        | closed      | 200  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{done}/cancel reason               | closed      | 200  200  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{confirmed}/cancel reason          | closed      | 200  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{rejected}/cancel reason           | closed      | 200  200  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{closed}/cancel reason             | -           | 409  409  403   | 403   403  403  403  403  403  403  403  403
PATCH /tickets/{canceled}/cancel reason           | -           | 409  409  403   | 403   403  403  403  403  403  403  403  403
`;
