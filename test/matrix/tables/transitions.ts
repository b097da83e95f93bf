// What each operation does to a ticket in each status, by docs/rules.md (Tickets): 200 and where
// it leads, or the refusal. All tickets are wanda's, in anna's Tower; olga is a member too, and
// the others are no members (any more). For assign and take the worker is looked at before the
// status; a worker who may not see the ticket gets 409 for start and done.

export const transitions = `
| to | root anna boris | wanda olga ivan lena dora rita yuri oleg stan
assign: an admin or the owner, to an active member
PATCH /tickets/{new}/assign worker {olga} | assigned | 200 200 403 | 403
PATCH /tickets/{assigned,in_progress,done,confirmed,rejected,closed,canceled}/assign worker {olga} | -        | 409 409 403 | 403

assign to whoever is no member: that comes first
PATCH /tickets/{new,assigned,in_progress,done,confirmed,rejected,closed}/assign worker {ivan} | - | 400 400 403 | 403

take: a worker who is an active member
PATCH /tickets/{new}/take | assigned | 403 | 200 200 400 400 400 400 400 400 400
PATCH /tickets/{assigned,in_progress,done,confirmed,rejected,closed,canceled}/take | -        | 403 | 409 409 400 400 400 400 400 400 400

start: the assigned worker
PATCH /tickets/{new,in_progress,done,confirmed,closed}/start | -           | 403 | 409
PATCH /tickets/{assigned,rejected}/start                     | in_progress | 403 | 200 409 409 409 409 409 409 409 409

done: the assigned worker
PATCH /tickets/{new,assigned,done,confirmed,rejected,closed}/done | -    | 403 | 409
PATCH /tickets/{in_progress}/done | done | 403 | 200 409 409 409 409 409 409 409 409

confirm: the owning client
PATCH /tickets/{new,assigned,in_progress,confirmed,rejected,closed}/confirm | -      | 403 409 403 | 403
PATCH /tickets/{done}/confirm | closed | 403 200 403 | 403

reject: the owning client
PATCH /tickets/{new,assigned,in_progress,confirmed,rejected,closed}/reject reason | -        | 403 409 403 | 403
PATCH /tickets/{done}/reject reason | rejected | 403 200 403 | 403

cancel: the owning client, except while it is worked on; an admin always
PATCH /tickets/{new,assigned,done,rejected}/cancel reason | closed | 200 200 403 | 403
PATCH /tickets/{in_progress,confirmed}/cancel reason      | closed | 200 409 403 | 403
PATCH /tickets/{closed,canceled}/cancel reason            | -      | 409 409 403 | 403
`;
