// What each write changes, and that it changes nothing else: every row of every table that is
// there afterwards and was not before (+), is gone (-), or is another one (~). `*` is something
// new. A session or token is called by its account, a membership by project and worker, an entry
// of the journal by its ticket, a run by its rule, what waits to be sent (job) by its kind, and a security
// event by its name.

export const effects = `
signing in and out
POST /auth/login login anna@example.com         | root  | audit_events +login_succeeded, refresh_sessions +anna
POST /auth/logout-all                           | wanda | audit_events +session_revoked, refresh_sessions ~wanda
POST /auth/reset-password reset                 | root  | audit_events +password_reset_used, login_networks -oleg, refresh_sessions ~oleg, reset_tokens ~oleg, users ~oleg
PATCH /ext/me language de                       | wanda | users ~wanda
PATCH /ext/me profile Olga                      | wanda | users ~wanda
PATCH /ext/users/{wanda} profile Wanda          | root  | users ~wanda
POST /ext/password change                       | wanda | audit_events +password_changed, deliveries +password_changed, refresh_sessions -wanda ~wanda, reset_tokens ~wanda, totp -wanda, users ~wanda
DELETE /ext/sessions/{olgasession}              | olga  | audit_events +session_revoked, refresh_sessions -olga
POST /ext/mfa/totp verify                       | anna  | totp +anna
POST /ext/mfa/totp/confirm code {otp}           | wanda | audit_events +mfa_enabled, recovery_codes +wanda +wanda +wanda +wanda +wanda +wanda +wanda +wanda +wanda +wanda, totp ~wanda
DELETE /ext/mfa/totp disable {recovery}         | boris | audit_events +mfa_disabled, recovery_codes -boris -boris -boris -boris -boris -boris -boris -boris -boris -boris, totp -boris
DELETE /ext/users/{boris}/mfa                   | root  | audit_events +mfa_disabled, deliveries +two_factor_reset, recovery_codes -boris -boris -boris -boris -boris -boris -boris -boris -boris -boris, totp -boris
PATCH /ext/passkeys/{olgapasskey} name          | olga  | passkeys ~olga
DELETE /ext/passkeys/{olgapasskey} verify       | olga  | audit_events +passkey_removed, passkeys -olga
DELETE /ext/mfa/passkey verify                  | olga  |
DELETE /ext/users/{boris}/passkeys              | root  | audit_events +passkey_removed, deliveries +passkeys_removed, passkey_requirements -boris, passkeys -boris
DELETE /ext/users/{boris}/identities            | root  | audit_events +identity_unlinked, oidc_identities -boris
POST /ext/tokens token write                    | anna  | api_tokens +anna, audit_events +token_created
DELETE /ext/tokens/{olgaapitoken}                  | olga  | api_tokens -olga, audit_events +token_revoked
POST /ext/grants grant                          | anna  | account_grants +*, audit_events +grant_created, deliveries +grant_invitation
POST /ext/grants/accept accept {annatoken}      | boris | account_grants ~annagrant, audit_events +grant_accepted
PATCH /ext/grants/{annagrant} silent            | anna  | account_grants ~annagrant, audit_events +grant_changed
DELETE /ext/grants/{annagrant}                  | anna  | account_grants -annagrant, audit_events +grant_revoked
POST /ext/teams team {oleg}                     | root  | audit_events +team_changed, team_members +oleg, teams +*
PATCH /ext/teams/{northteam} name               | root  | audit_events +team_changed, teams ~northteam
PATCH /ext/teams/{northteam} lead {oleg}        | root  | audit_events +team_changed, team_members +oleg ~paul
DELETE /ext/teams/{northteam}                   | root  | audit_events +team_changed, team_members -mike -paul, teams -northteam
POST /ext/calendar                              | wanda | audit_events +token_created, calendar_tokens +wanda
DELETE /ext/calendar                            | anna  | audit_events +token_revoked, calendar_tokens -anna

POST /auth/forgot-password email oleg@example.com | root | deliveries +password_reset, reset_tokens ~oleg
POST /auth/forgot-password email x@example.com  | root  | deliveries +password_reset

POST /ext/notifications/read all                 | wanda |
PUT /ext/notifications/preferences notify        | wanda | notification_preferences +*
POST /ext/notifications/unsubscribe?key={nobody}  | root  |
POST /ext/push/subscriptions push desk           | wanda | push_subscriptions +wanda
POST /ext/push/subscriptions push anna           | wanda | push_subscriptions +wanda -anna
DELETE /ext/push/subscriptions endpoint olga     | olga  | push_subscriptions -olga

messenger
PUT /auth/messenger target 4711                 | anna  | users ~anna
DELETE /auth/messenger                          | anna  | users ~anna
POST /auth/messenger/code                       | wanda | bind_codes +*, bots +*
POST /auth/messenger/bot bot 200:own            | anna  | bots +*, users ~anna
POST /ext/messenger/test                        | anna  |
DELETE /auth/messenger/bot                      | boris | users ~boris

users
POST /users account worker                      | anna  | audit_events +user_created, users +*
POST /users account admin                       | root  | audit_events +user_created, users +*
POST /ext/users unset worker                    | anna  | audit_events +password_reset_issued +user_created, deliveries +account_invitation, reset_tokens +*, users +*
POST /ext/users/{nina}/invitation bymail        | anna  | audit_events +password_reset_issued, deliveries +account_invitation, reset_tokens +nina
POST /users/{nina}/confirm                      | anna  | audit_events +user_confirmed, deliveries +account_confirmed, users ~nina
POST /users/{nora}/confirm                      | root  | audit_events +user_confirmed, deliveries +account_confirmed, users ~nora
PATCH /users/{wanda} off                        | anna  | audit_events +user_disabled, refresh_sessions ~wanda, users ~wanda
PATCH /users/{mike} on                          | root  | audit_events +user_enabled, users ~mike
POST /ext/users/{mike}/anonymize                | root  | audit_events +user_anonymized, former_accounts +*, team_members -mike, users ~mike
DELETE /users/{olga}                            | anna  | api_tokens -olga, audit_events +user_deleted, login_networks -olga, passkeys -olga, project_workers -tower/olga, push_subscriptions -olga, refresh_sessions -olga, reset_tokens -olga, users -olga
DELETE /users/{oleg}                            | root  | audit_events +user_deleted, login_networks -oleg, push_subscriptions -oleg, refresh_sessions -oleg, reset_tokens -oleg -oleg, users -oleg
POST /users/{olga}/password-reset               | root  | audit_events +password_reset_issued, reset_tokens +olga ~olga
POST /users/{olga}/password-set password        | root  | audit_events +password_set, refresh_sessions ~olga, reset_tokens ~olga, users ~olga

projects, objects and members
POST /projects project                          | anna  | projects +*
POST /projects project {boris}                  | root  | projects +*
PATCH /projects/{tower} name                    | anna  | projects ~tower, ticket_search_stale +cellar +lobby
PATCH /projects/{yard} off                      | root  | projects ~yard
DELETE /projects/{annex}                        | root  | audit_events +project_deleted, project_workers -annex/ivan -annex/wanda, projects -annex
DELETE /projects/{yard}                         | root  | announcements -yardnotice, audit_events +project_deleted, documents -yardpaper, equipment -yardlift, object_portals -gate, objects -gate, pending_file_deletions +* +* +* +*, portal_report_photos -reportphoto, portal_reports -yardreport, project_costs -*, project_workers -yard/paul -yard/yuri, projects -yard, recurring_rules -yardrule, ticket_attachments -yardpicture, ticket_chains -yards -yardwork, ticket_comments -yardwork, ticket_costs -yardcost, ticket_edits -yardwork, ticket_equipment -yardwork, ticket_events -yards -yardwork -yardwork -yardwork -yardwork, ticket_links -yardlink, ticket_photos -yardshot, ticket_quotes -yardquote, ticket_search -yards -yardwork, ticket_stats -* -* -*, ticket_summaries -yardwork, ticket_tags -yardwork, tickets -yards -yardwork
POST /projects/{tower}/objects object           | anna  | objects +*
PATCH /objects/{lobby} name                     | anna  | objects ~lobby, ticket_search_stale +lobby
POST /ext/objects/{lobby}/equipment name         | anna  | equipment +*
PATCH /ext/equipment/{towerlift} name            | root  | equipment ~towerlift
DELETE /ext/equipment/{towerdoor}                | anna  | equipment -towerdoor
POST /ext/objects/{lobby}/documents paper        | anna  | documents +*
POST /ext/equipment/{towerlift}/documents paper  | root  | documents +*
PATCH /ext/documents/{towerpaper} title          | anna  | documents ~towerpaper
DELETE /ext/documents/{yardpaper}                | boris | documents -yardpaper, pending_file_deletions +*
POST /ext/objects/{lobby}/announcements notice   | root  | announcements +*
PATCH /ext/announcements/{yardnotice} announced  | boris | announcements ~yardnotice
DELETE /ext/announcements/{towernotice}          | anna  | announcements -towernotice
PUT /ext/objects/{lobby}/notes notes            | anna  | object_notes +*
PATCH /objects/{gate} off                       | root  | objects ~gate
POST /projects/{tower}/workers worker {oleg}    | anna  | deliveries +invitation, project_workers +tower/oleg
POST /projects/{tower}/workers worker {dora}    | root  | deliveries +invitation, project_workers ~tower/dora
POST /projects/{tower}/workers worker {lena}    | anna  | deliveries +invitation, project_workers ~tower/lena
DELETE /projects/{tower}/workers/{olga}         | anna  | audit_events +membership_removed, project_workers -tower/olga
DELETE /projects/{tower}/workers/{paul}         | root  | audit_events +membership_removed, project_workers -tower/paul
DELETE /projects/{annex}/workers/{wanda}        | anna  | audit_events +membership_removed, project_workers -annex/wanda
POST /projects/{tower}/invitation/accept        | ivan  | project_workers ~tower/ivan
POST /projects/{annex}/invitation/accept        | ivan  | project_workers ~annex/ivan
POST /projects/{tower}/invitation/decline       | ivan  | project_workers ~tower/ivan
PUT /ext/projects/{tower}/targets targets       | anna  | project_targets +*
PUT /ext/projects/{yard}/targets targets        | root  | project_targets +*
DELETE /ext/projects/{tower}/targets            | anna  | project_targets +*
PUT /ext/users/{boris}/targets targets          | root  | default_targets +*, project_targets +*

tickets
POST /tickets report {lobby}                    | anna  | deliveries +ticket_event, ticket_chains +*, ticket_events +*, ticket_search +*, ticket_stats +*, tickets +*
POST /tickets comesback {lobby}                 | anna  | deliveries +ticket_event, recurring_rules +*, ticket_chains +*, ticket_events +*, ticket_search +*, ticket_stats +*, tickets +*
PATCH /tickets/{new}/assign worker {olga}       | anna  | deliveries +ticket_event, ticket_chains ~new, ticket_events +new, ticket_stats +*, tickets ~new
PATCH /tickets/{new}/take                       | olga  | deliveries +ticket_event, ticket_chains ~new, ticket_events +new, ticket_stats +*, tickets ~new
PATCH /tickets/{assigned}/start                 | wanda | deliveries +ticket_event, ticket_chains ~assigned, ticket_events +assigned, tickets ~assigned
PATCH /tickets/{rejected}/start                 | wanda | deliveries +ticket_event, ticket_chains ~rejected, ticket_events +rejected, ticket_holds ~rejected, tickets ~rejected
PATCH /tickets/{in_progress}/done               | wanda | deliveries +ticket_event, ticket_chains ~in_progress, ticket_events +in_progress, tickets ~in_progress
PATCH /tickets/{done}/confirm                   | anna  | deliveries +ticket_event, ticket_chains ~done, ticket_events +done, ticket_stats +*, tickets ~done
PATCH /tickets/{done}/reject reason             | anna  | deliveries +ticket_event, ticket_chains ~done, ticket_events +done, ticket_search ~done, ticket_stats +*, tickets ~done
PATCH /tickets/{new}/cancel reason              | anna  | deliveries +ticket_event, ticket_chains ~new, ticket_events +new, ticket_search ~new, ticket_stats +*, tickets ~new
PATCH /tickets/{in_progress}/cancel reason      | root  | deliveries +ticket_event, ticket_chains ~in_progress, ticket_events +in_progress, ticket_search ~in_progress, ticket_stats +*, tickets ~in_progress
PATCH /ext/tickets/{in_progress} floor          | anna  | deliveries +ticket_edited, ticket_edits +in_progress, tickets ~in_progress
PATCH /ext/tickets/{closed} reference           | anna  | tickets ~closed
PATCH /ext/objects/{lobby} reference            | root  | objects ~lobby
PATCH /ext/tickets/{assigned} corrected         | root  | deliveries +ticket_edited +ticket_edited, ticket_edits +assigned +assigned +assigned, ticket_search ~assigned, ticket_stats ~* ~*, tickets ~assigned
POST /ext/tickets/{in_progress}/links link {new} | wanda | ticket_links +*
DELETE /ext/tickets/{done}/links/{towerlink}    | anna  | ticket_links -towerlink
PUT /ext/tickets/{new}/equipment equipment {towerdoor} | anna | ticket_equipment +new, ticket_summaries +new
PUT /ext/tickets/{in_progress}/equipment equipment {towerdoor} | wanda | ticket_equipment ~in_progress
PUT /ext/tickets/{in_progress}/equipment noequipment | root | ticket_equipment -in_progress
PUT /ext/tickets/{in_progress}/tags tags        | wanda | ticket_tags ~in_progress
POST /ext/tickets/{new}/attachments photo        | anna  | ticket_attachments +*, ticket_summaries +new
POST /ext/tickets/{in_progress}/attachments photo | wanda | ticket_attachments +*, ticket_summaries ~in_progress
POST /ext/tickets/{done}/comments comment        | anna  | deliveries +comment_added, ticket_comments +done, ticket_search ~done, ticket_summaries ~done
POST /ext/mcp toolcall {done}                   | anna  | deliveries +comment_added, ticket_comments +done, ticket_search ~done, ticket_summaries ~done
POST /ext/tickets/{done}/comments internal       | wanda | deliveries +internal_comment_added, ticket_comments +done, ticket_search ~done, ticket_summaries ~done
POST /tickets/{in_progress}/photos photo        | wanda | ticket_chains ~in_progress, ticket_events +in_progress, ticket_photos +*, ticket_summaries ~in_progress
DELETE /tickets/{in_progress}/photos/{shot}     | wanda | pending_file_deletions +*, ticket_chains ~in_progress, ticket_events +in_progress, ticket_photos -shot, ticket_summaries ~in_progress
DELETE /tickets/{done}/photos/{doneshot}        | root  | pending_file_deletions +*, ticket_chains ~done, ticket_events +done, ticket_photos -doneshot, ticket_summaries ~done

reassignment
POST /ext/tickets/{assigned}/reassign worker {olga} | anna  | deliveries +ticket_event, ticket_chains ~assigned, ticket_events +assigned, tickets ~assigned
POST /ext/tickets/{in_progress}/reassign worker {olga} | root  | deliveries +ticket_event, ticket_chains ~in_progress, ticket_events +in_progress, tickets ~in_progress
POST /ext/tickets/{rejected}/hand-back reason | wanda | deliveries +hand_back, ticket_hand_backs +rejected
POST /ext/tickets/{in_progress}/on-my-way     | wanda | deliveries +worker_on_the_way, workers_on_the_way +in_progress
PUT /ext/tickets/{in_progress}/hold hold      | anna  | deliveries +ticket_on_hold, ticket_holds +in_progress
PUT /ext/tickets/{rejected}/hold hold         | wanda | deliveries +ticket_on_hold, ticket_holds +rejected ~rejected
DELETE /ext/tickets/{rejected}/hold           | root  | deliveries +hold_ended, ticket_holds ~rejected
PUT /ext/tickets/{in_progress}/appointment visit | wanda | deliveries +appointment_set, ticket_appointments +in_progress
PUT /ext/tickets/{rejected}/appointment visit | root  | deliveries +appointment_set, ticket_appointments +rejected ~rejected
POST /ext/tickets/{rejected}/appointment/offers visits | wanda | ticket_appointment_offers +rejected
POST /ext/portal/{lobbyportal}/reports/{visitreport}/appointment accepts | root | deliveries +appointment_answered, ticket_appointments ~rejected
DELETE /ext/tickets/{rejected}/appointment    | anna  | deliveries +appointment_canceled, ticket_appointments ~rejected
PUT /ext/projects/{tower}/costs costs EUR     | anna  | project_costs ~*
POST /ext/tickets/{in_progress}/costs cost {wanda} | wanda | ticket_costs +*
PATCH /ext/costs/{towercost} dearer           | root  | ticket_cost_edits +done, ticket_costs ~towercost
DELETE /ext/costs/{towercost}                 | wanda | ticket_cost_edits +done, ticket_costs -towercost
POST /ext/tickets/{in_progress}/quotes quote  | root  | deliveries +quote_sent, ticket_quotes +*
POST /ext/quotes/{towerquote}/approve         | anna  | deliveries +quote_answered, ticket_quotes ~towerquote
POST /ext/quotes/{towerquote}/decline reason  | anna  | deliveries +quote_answered, ticket_quotes ~towerquote
POST /ext/quotes/{towerquote}/withdraw        | wanda | ticket_quotes ~towerquote
POST /ext/workers/{wanda}/handover to {olga}  | boris |
POST /ext/workers/{yuri}/handover to {paul}   | boris | deliveries +ticket_event, ticket_chains ~yardwork, ticket_events +yardwork, tickets ~yardwork
POST /ext/workers/{yuri}/handover?dry_run=true to {paul} | root |
PUT /ext/users/{olga}/absences away           | root  | worker_absences +olga

reports without an account
POST /ext/objects/{lobby}/portal              | anna  | audit_events +portal_changed, object_portals ~lobby
POST /ext/equipment/{towerdoor}/portal        | root  | audit_events +portal_changed, equipment_portals +towerdoor
DELETE /ext/equipment/{towerlift}/portal      | anna  | audit_events +portal_changed, equipment_portals -towerlift
DELETE /ext/objects/{gate}/portal             | root  | audit_events +portal_changed, object_portals -gate
POST /ext/portal/{lobbyportal}/reports problem | root | deliveries +report_received, portal_reports +*
POST /ext/portal/{lobbyportal}/reports/{visitreport}/messages comment | root | deliveries +comment_added, ticket_comments +rejected, ticket_search ~rejected, ticket_summaries ~rejected
POST /ext/portal/{lobbyportal}/reports/{closedreport}/rating stars | root | report_rating_stats +*, report_ratings +closedreport
POST /ext/reports/{towerreport}/accept answer | anna  | deliveries +ticket_event, portal_reports ~towerreport, ticket_chains +*, ticket_events +*, ticket_search +*, ticket_stats +*, tickets +*
POST /ext/reports/{yardreport}/accept answer  | root  | deliveries +ticket_event, portal_report_photos -reportphoto, portal_reports ~yardreport, ticket_attachments +*, ticket_chains +*, ticket_events +*, ticket_search +*, ticket_stats +*, ticket_summaries +*, tickets +*
POST /ext/reports/{towermail}/accept answer {lobby} | root | deliveries +ticket_event, portal_reports ~towermail, ticket_chains +*, ticket_events +*, ticket_search +*, ticket_stats +*, tickets +*
POST /ext/reports/{towerreport}/dismiss reason | anna | portal_reports ~towerreport
POST /ext/reports/{towerreport}/merge ticket {new} | anna | deliveries +comment_added, portal_reports ~towerreport, ticket_comments +new, ticket_search ~new, ticket_summaries +new

imports
POST /ext/import/workers people               | root  | audit_events +user_created, deliveries +account_confirmed, users +*
POST /ext/import/workers people               | anna  | audit_events +user_created, users +*
POST /ext/import/workers?dry_run=true people  | root  |
POST /ext/import/objects buildings Tower      | anna  | objects +*
POST /ext/import/equipment machines Tower,Lobby | anna | equipment +*
POST /ext/import/objects?dry_run=true buildings Tower | anna |

saved views
POST /ext/views view Mine                     | wanda | saved_views +*
POST /ext/views sharedview Ours               | root  | saved_views +*
PATCH /ext/views/{annaview} view Mine         | anna  | saved_views ~annaview
PATCH /ext/views/{sharedview} view Mine       | root  | saved_views ~sharedview
DELETE /ext/views/{annaview}                  | anna  | saved_views -annaview

texts to choose from
POST /ext/snippets snippet Mine               | wanda | snippets +*
POST /ext/snippets sharedsnippet Ours         | root  | snippets +*
PATCH /ext/snippets/{annasnippet} snippet Mine | anna | snippets ~annasnippet
PATCH /ext/snippets/{sharedsnippet} snippet Mine | root | snippets ~sharedsnippet
DELETE /ext/snippets/{annasnippet}            | anna  | snippets -annasnippet

POST /ext/tickets/{in_progress}/reports problem | wanda | deliveries +report_received, portal_reports +*
POST /ext/reports/{foundreport}/accept answer | anna | deliveries +ticket_event, portal_reports ~foundreport, ticket_chains +*, ticket_events +*, ticket_links +*, ticket_search +*, ticket_stats +*, tickets +*

POST /ext/tickets/{in_progress}/signature signature | wanda | ticket_attachments +*

checklists
POST /ext/checklists checklist Mine             | anna  | checklists +*
PATCH /ext/checklists/{annalist} checklist Mine | root  | checklists ~annalist
DELETE /ext/checklists/{annalist}               | anna  | checklists -annalist, ticket_checklists ~in_progress
PUT /ext/tickets/{assigned}/checklist copyof {annalist} | anna | ticket_checklist_items +assigned, ticket_checklists +assigned, ticket_summaries +assigned
PUT /ext/tickets/{in_progress}/checklist nochecklist | root | ticket_checklist_items -in_progress, ticket_checklists -in_progress
PUT /ext/tickets/{in_progress}/checklist copyof {annalist} | wanda |
PATCH /ext/tickets/{in_progress}/checklist filled {lightitem} | wanda | ticket_checklist_items ~in_progress

the work queue
POST /ext/work/{mail}/retry                   | root  | audit_events +work_retried, deliveries ~account_confirmed
PUT /ext/settings look                        | root  | audit_events +settings_changed, settings +* +*
PUT /ext/settings/logo logo                   | root  | audit_events +settings_changed, settings ~*
DELETE /ext/settings/logo                     | root  | audit_events +settings_changed, settings -*
POST /ext/settings/test-mail mailto a@b.de    | root  |
POST /ext/settings/test-url                   | root  |
POST /ext/installation/opened opened          | root  | installation ~*
DELETE /ext/work/{mail}                       | root  | audit_events +work_dropped, deliveries -account_confirmed

webhooks
POST /ext/webhooks hook ticket_done           | anna  | audit_events +webhook_changed, webhooks +*
PATCH /ext/webhooks/{annahook} inactive       | root  | audit_events +webhook_changed, webhooks ~annahook
POST /ext/webhooks/{annahook}/rotate-secret   | anna  | audit_events +webhook_changed, webhooks ~annahook
POST /ext/webhooks/{annahook}/test            | anna  | webhook_deliveries +*
POST /ext/webhooks/{annahook}/deliveries/{annasend}/redeliver | anna | webhook_deliveries ~annasend
DELETE /ext/webhooks/{annahook}               | anna  | audit_events +webhook_changed, webhook_deliveries -annasend, webhooks -annahook

recurring rules
POST /recurring rule {lobby}                    | anna  | recurring_rules +*
POST /recurring rule {gate}                     | root  | recurring_rules +*
PATCH /recurring/{weekly} period                | anna  | recurring_rules ~weekly
PATCH /recurring/{yardrule} off                 | root  | recurring_rules ~yardrule
POST /ext/recurring/{weekly}/shift shift        | anna  | recurring_rules ~weekly
POST /ext/recurring/{weekly}/shift?dry_run=true shift | anna |
DELETE /recurring/{weekly}                      | anna  | audit_events +rule_deleted, recurring_rules -weekly
DELETE /recurring/{busy}                        | anna  | audit_events +rule_deleted, recurring_rules -busy, recurring_runs -busy, tickets ~busyticket
POST /ext/recurring patterned {lobby}           | anna  | recurring_patterns +*, recurring_rules +*
PUT /ext/recurring/{weekly}/pattern pattern     | anna  | recurring_patterns +weekly, recurring_rules ~weekly
PUT /ext/recurring/{monthly}/pattern pattern    | root  | recurring_patterns ~monthly
DELETE /ext/recurring/{monthly}/pattern         | anna  | recurring_patterns -monthly, recurring_rules ~monthly
DELETE /recurring/{monthly}                     | anna  | audit_events +rule_deleted, recurring_patterns -monthly, recurring_rules -monthly
POST /recurring/{monthly}/run                   | anna  | deliveries +ticket_event +ticket_event +ticket_event, recurring_rules ~monthly, recurring_runs +monthly, ticket_chains +*, ticket_events +* +*, ticket_search +*, ticket_stats +* +*, tickets +*
POST /recurring/{weekly}/run                    | anna  | deliveries +ticket_event +ticket_event, recurring_rules ~weekly, recurring_runs +weekly, ticket_chains +*, ticket_events +*, ticket_search +*, ticket_stats +*, tickets +*
`;
