// The codes of all error answers (docs/errors.md). A code is never renamed, and never means another condition: programs decide by it.

/** A code: the statuses that it comes with, what has happened, and what a caller can do about it. */
interface ErrorCodeEntry<Status extends number> {
  statuses: readonly Status[];
  cause: string;
  remedy: string;
}

/** An entry of the list below. */
const on = <const Status extends number>(
  status: Status | readonly Status[],
  cause: string,
  remedy: string,
): ErrorCodeEntry<Status> => ({
  statuses: typeof status === 'number' ? [status] : status,
  cause,
  remedy,
});

const checkId = 'Check the id.';
const deleteOne = 'Delete one first.';
const readAgain = 'Read it again and decide by its present state.';
const sendAgain = 'Send the request again later.';
const signIn = 'Sign in.';
const startAgain = 'Start the sign-in again.';

export const errorCodes = {
  // The request itself
  validation_failed: on(
    400,
    'A value of the path, the query or the body is missing or not valid.',
    'Correct the field that `errors` names.',
  ),
  malformed_request: on(400, 'The request is not valid HTTP, or its body does not fit its headers.', 'Correct the client.'),
  malformed_url: on(400, 'The address of the request cannot be decoded or is too long.', 'Encode each part of the address.'),
  host_missing: on(400, 'The request has no header `Host`.', 'Send it.'),
  invalid_json: on(400, 'The body is not valid JSON.', 'Correct the body.'),
  invalid_utf8: on(400, 'The body is not valid UTF-8.', 'Send text as UTF-8.'),
  body_too_large: on(400, 'The body has more bytes than the operation accepts.', 'Send less.'),
  multipart_required: on(400, 'The operation takes a form with files and got another body.', 'Send `multipart/form-data`.'),
  multipart_incomplete: on(400, 'The form is damaged or ends too early.', 'Send the request again.'),
  value_out_of_range: on(400, 'The database cannot store a value of the request.', 'Correct the value.'),
  path_not_found: on(404, 'There is no such path, or not with this method.', 'Check the method and the path.'),
  method_not_allowed: on(
    405,
    'The path is there for the methods that `Allow` names: `GET /ext/mcp` offers no stream of the server.',
    'Use one of these methods.',
  ),
  request_timeout: on(408, 'The request did not arrive in time.', 'Send the request again over a faster connection.'),
  range_not_satisfiable: on(
    416,
    'The file has no bytes in the range of the header `Range`.',
    'Ask for another range, or for the whole file.',
  ),
  headers_too_large: on(431, 'The header fields of the request are too long.', 'Send shorter ones.'),
  cross_site_request: on(
    403,
    'The request comes from a page of an origin that is not allowed.',
    'Add the origin to `CORS_ORIGINS`.',
  ),
  invalid_idempotency_key: on(400, 'The header `Idempotency-Key` is malformed.', 'Send 1 to 200 visible ASCII characters.'),
  idempotency_key_in_use: on(
    409,
    'The first request with this `Idempotency-Key` is under way.',
    'Send the request again after `Retry-After`.',
  ),
  idempotency_key_reused: on(409, 'This `Idempotency-Key` was used for another request.', 'Choose a new key for each request.'),
  idempotency_answer_unreadable: on(
    409,
    'The answer to this `Idempotency-Key` cannot be decrypted any more.',
    'Read what the first request has changed.',
  ),

  precondition_failed: on(412, '`If-Match` names another entity tag than the resource has by now.', readAgain),

  // Availability
  too_many_attempts: on(429, 'A rate limit or a daily quota is used up.', 'Wait for `Retry-After`.'),
  too_many_streams: on(429, 'Too many live streams are open.', 'Close one, or wait for `Retry-After`.'),
  too_many_long_answers: on(429, 'The account waits for too many exports or other long answers.', 'Wait for one of them.'),
  internal_error: on(500, 'The service has failed.', 'Look for `X-Request-Id` in its log.'),
  db_unavailable: on(500, 'The database cannot be reached.', sendAgain),
  storage_unavailable: on(500, 'The storage of files cannot be reached, or is full.', sendAgain),
  overloaded: on(503, 'Too many requests are waiting.', 'Send the request again after `Retry-After`.'),
  took_too_long: on(503, 'The request needs too much time.', 'Narrow it down, or send it again after `Retry-After`.'),
  not_ready: on(503, 'A health check fails, or the service stops.', 'Use another instance.'),

  // Signing in
  invalid_access_token: on(
    401,
    'The access token is missing, expired, revoked or of a deleted account.',
    'Refresh it or sign in.',
  ),
  invalid_credentials: on(401, 'E-mail address or password are wrong.', 'Correct them.'),
  wrong_password: on(401, 'The password of the account is wrong.', 'Correct it.'),
  one_time_code_required: on(
    [401, 400],
    'The password is right, and a one-time code is missing or wrong.',
    'Send it in `X-OTP`.',
  ),
  wrong_code: on(400, 'The one-time code is wrong or was used before.', 'Send the next code.'),
  passkey_required: on([401, 400], 'The password is right, and a passkey is missing.', 'Send its answer in `X-Passkey`.'),
  passkey_not_accepted: on([401, 400], 'The answer of the passkey is not valid.', 'Ask for a new challenge.'),
  passkey_copied: on(
    [401, 400],
    'The counter of the passkey went back, so it may have been copied.',
    'Remove the passkey and add a new one.',
  ),
  no_session: on(401, 'The request has no session cookie.', signIn),
  session_ended: on(401, 'The session has expired or was ended.', signIn),
  sign_in_expired: on(401, 'The sign-in with a company account was started too long ago.', startAgain),
  account_disabled: on(403, 'The account is disabled.', 'Ask an admin to enable it.'),
  account_not_confirmed: on(403, 'The account is not confirmed yet.', 'Ask an admin to confirm it.'),
  second_factor_required: on(403, 'Accounts of this role need a second factor, and the account has none.', 'Set one up.'),
  email_not_verified: on(403, 'The provider has not verified the e-mail address.', 'Verify it there.'),
  email_verification_missing: on(
    403,
    'The provider does not say whether it has verified the e-mail address.',
    'Ask the operator of the service.',
  ),
  email_not_usable: on(403, 'The e-mail address of the company account cannot be used here.', 'Change it at the provider.'),
  no_account_for_identity: on(403, 'No account has the e-mail address of the company account.', 'Ask an admin to create one.'),
  no_role_for_identity: on(403, 'The provider names no role for the company account.', 'Ask the operator of the provider.'),
  linked_to_other_identity: on(403, 'The account is linked to another company account.', 'Ask an admin to unlink it.'),
  invalid_reset_token: on(400, 'The token of the password reset is unknown, used or expired.', 'Ask for a new one.'),
  invalid_grant_token: on(
    400,
    'The invitation to act for a client is unknown, used or expired.',
    'Ask the client for a new one.',
  ),
  invalid_metrics_token: on(401, 'The token for metrics is missing or wrong.', 'Send `METRICS_TOKEN`.'),

  // Rights
  role_not_allowed: on([403, 400], 'The operation is not for the role of the account.', 'Use an account of another role.'),
  workers_only: on(403, 'Clients create and list accounts of workers only.', 'Ask an admin.'),
  admin_required: on(403, 'Only admins change what all accounts share.', 'Ask an admin.'),
  not_for_api_tokens: on(403, 'The operation is not available with an API token.', 'Sign in.'),
  not_for_acting: on(403, 'The operation is not available while acting for somebody.', 'Leave `Act-For` out.'),
  may_not_act_for: on(403, 'You may not act for this account, or for yourself.', 'Ask the client for a grant.'),
  read_only_grant: on(403, 'The grant allows reading only.', 'Ask the client for the scope `write`.'),
  internal_comments_not_for_you: on(403, 'Internal comments are for admins and the assigned worker.', 'Leave `internal` out.'),
  costs_not_for_you: on(403, 'Costs and quotes are for the owner, admins and the assigned worker.', 'None is possible.'),
  read_only_api_token: on(403, 'The API token allows reading only.', 'Create a token with the scope `write`.'),
  metrics_not_allowed: on(403, 'Metrics are for the own machine unless `METRICS_TOKEN` is set.', 'Set it and send it.'),
  invalid_link: on(403, 'The signed link is wrong or has expired.', 'Read what it belongs to again, for a new link.'),

  // What is missing or hidden
  ticket_not_found: on([404, 403], 'There is no such ticket, or it is not yours.', checkId),
  object_not_found: on(404, 'There is no such object, or it is hidden from you.', checkId),
  project_not_found: on(404, 'There is no such project, or it is hidden from you.', checkId),
  user_not_found: on(404, 'There is no such account, or it is hidden from you.', checkId),
  worker_not_found: on(404, 'There is no such worker, or the account is hidden from you.', checkId),
  member_not_found: on(404, 'The worker is no member of the project.', checkId),
  invitation_not_found: on(404, 'There is no such invitation, or it is for somebody else.', checkId),
  rule_not_found: on(404, 'There is no such rule, or it is hidden from you.', checkId),
  pattern_not_found: on(404, 'The rule has no pattern.', 'None is needed.'),
  comment_not_found: on(404, 'The ticket has no such comment of yours.', checkId),
  photo_not_found: on(404, 'There is no such photo, or its file was deleted.', checkId),
  attachment_not_found: on(404, 'There is no such attachment, or its file was deleted.', checkId),
  link_not_found: on(404, 'The ticket has no such link, or it leads to a ticket that is hidden from you.', checkId),
  hold_not_found: on(404, 'The ticket is not on hold.', 'None is needed.'),
  appointment_not_found: on(404, 'The ticket has no appointment.', 'None is needed.'),
  cost_not_found: on(404, 'There is no such line of cost.', checkId),
  quote_not_found: on(404, 'There is no such quote.', checkId),
  small_version_not_found: on(404, 'The photo has no small version.', 'Use the photo itself.'),
  view_not_found: on(404, 'There is no such view, or it is of somebody else.', checkId),
  snippet_not_found: on(404, 'There is no such snippet, or it is of somebody else.', checkId),
  checklist_not_found: on(404, 'There is no such checklist, it is of somebody else, or the ticket has none.', checkId),
  work_item_not_found: on(404, 'The work item is done, or was never there.', 'None is needed.'),
  webhook_not_found: on(404, 'There is no such webhook, or it is of somebody else.', checkId),
  delivery_not_found: on(404, 'The webhook has no such delivery.', checkId),
  equipment_not_found: on(404, 'There is no such equipment, or it is hidden from you.', checkId),
  announcement_not_found: on(404, 'There is no such announcement, or it is hidden from you.', checkId),
  document_not_found: on(404, 'There is no such document, or it is hidden from you.', checkId),
  portal_not_found: on(404, 'The address of the portal is not valid any more.', 'Ask for the new one.'),
  report_not_found: on(404, 'There is no such report, or it is hidden from you.', checkId),
  session_not_found: on(404, 'The account has no such session.', checkId),
  token_not_found: on(404, 'The account has no such API token.', checkId),
  grant_not_found: on(404, 'There is no such grant, or it is of others.', checkId),
  team_not_found: on(404, 'There is no such team.', checkId),
  passkey_not_found: on(404, 'The account has no such passkey.', checkId),
  second_factor_not_found: on(404, 'The account has no two-factor authentication.', 'None is needed.'),
  linked_account_not_found: on(404, 'The account is linked to no company account.', 'None is needed.'),
  calendar_feed_not_found: on(404, 'There is no such calendar feed.', 'Create one.'),
  subscription_not_found: on(404, 'The account has no such push subscription.', 'None is needed.'),
  push_key_not_found: on(404, 'Push notifications are not configured.', 'Set `DATA_ENCRYPTION_KEY`.'),
  sign_in_provider_not_found: on(404, 'Sign-in with company accounts is not configured.', 'Set `OIDC_ISSUER`.'),
  passkey_site_not_found: on(404, 'Passkeys are not configured.', 'Set `PUBLIC_URL` to an address with https.'),

  // Accounts
  email_taken: on(409, 'Another account has the e-mail address.', 'Choose another address.'),
  already_confirmed: on(409, 'The account is confirmed already.', 'None is needed.'),
  password_already_set: on(409, 'The owner of the account has set a password.', 'An admin issues a reset link instead.'),
  user_has_records: on(409, 'Projects, memberships or tickets refer to the account.', 'Disable the account instead.'),
  account_active: on(409, 'The account is not disabled.', 'Disable it first.'),
  account_has_unclosed_tickets: on(409, 'The account has tickets that are not closed.', 'Close or reassign them first.'),
  account_anonymized: on(409, 'The account was anonymized.', 'None is possible.'),
  cannot_disable_yourself: on(400, 'Nobody disables the own account.', 'Ask another admin.'),
  cannot_delete_yourself: on(400, 'Nobody deletes the own account.', 'Ask another admin.'),
  too_many_accounts_at_once: on(409, 'The file has more workers than a client may create in an hour.', 'Split the file.'),
  common_password: on(400, 'The password is too common.', 'Choose another one.'),
  same_password: on(400, 'The new password is the present one.', 'Choose another one.'),
  password_of_other: on(400, 'The new password is the one that somebody else chose.', 'Choose another one.'),
  password_change_required: on(409, 'The password was chosen by somebody else.', 'Change the password first.'),
  two_factor_on: on(409, 'Two-factor authentication is on already.', 'Switch it off first.'),
  two_factor_not_started: on(409, 'The setup of two-factor authentication was not started.', 'Start it.'),
  cannot_reset_own_two_factor: on(
    400,
    'Admins do not reset their own two-factor authentication.',
    'Switch it off with the password.',
  ),
  too_many_passkeys: on(409, 'The account has as many passkeys as it can have.', deleteOne),
  last_passkey_required: on(409, 'Sign-ins ask for a passkey, so the last one stays.', 'Switch the requirement off first.'),
  no_passkey: on(409, 'The account has no passkey.', 'Add one first.'),
  cannot_remove_own_passkeys: on(400, 'Admins do not remove all their own passkeys.', 'Remove them with the password.'),
  too_many_api_tokens: on(409, 'The account has as many API tokens as it can have.', deleteOne),
  too_many_grants: on(409, 'The client has as many deputies and invitations as it can have.', 'End one first.'),
  grant_not_possible: on(400, 'Only another client can hold a grant, and only one of each client.', 'Use another account.'),
  in_team_already: on(409, 'One of the workers is in a team already.', 'Remove the worker there first.'),
  expiry_not_in_future: on(400, '`expires_at` is not in the future.', 'Choose a later moment.'),

  // Projects, objects and members
  project_name_taken: on(409, 'The client has a project with this name.', 'Choose another name.'),
  object_name_taken: on(409, 'The project has an object with this name.', 'Choose another name.'),
  equipment_name_taken: on(409, 'The object has equipment with this name.', 'Choose another name.'),
  equipment_has_tickets: on(409, 'Tickets are about the equipment.', 'Disable it instead.'),
  equipment_disabled: on(409, 'The equipment is disabled.', 'Enable it.'),
  equipment_of_other_object: on(400, 'The object of the ticket or rule has no such equipment.', 'Choose other equipment.'),
  reference_taken: on(
    409,
    'Another ticket, or another object, of the client has this reference.',
    'Find it with the filter `reference`.',
  ),
  cursor_invalid: on(
    400,
    '`after` is no cursor of `GET /ext/changes`, or was answered to another account.',
    'Send the `cursor` of the last answer as it is.',
  ),
  cursor_expired: on(410, 'The cursor is older than 30 days.', 'Drop the copy, and read everything again without `after`.'),
  cursor_of_other_database: on(
    410,
    'The database was restored, has crashed, or another server has taken its place, since the cursor was answered.',
    'Drop the copy, and read everything again without `after`.',
  ),
  mcp_message_invalid: on(400, 'The body is no message of the Model Context Protocol.', 'Correct the client.'),
  project_disabled: on(409, 'The project is disabled.', 'Enable it.'),
  project_or_object_disabled: on(409, 'The project or the object is disabled.', 'Enable it.'),
  quota_reached: on(409, 'The client has as many of these as it may have.', deleteOne),
  not_a_client: on(400, '`client_id` is not the account of a client.', checkId),
  checklist_of_other_client: on(400, 'The checklist is of another client than the ticket.', 'Choose one of the client.'),
  not_a_worker: on(400, 'The account is not one of a worker.', checkId),
  worker_disabled: on(400, 'The account of the worker is disabled.', 'Choose another worker.'),
  worker_not_confirmed: on(400, 'The account of the worker is not confirmed yet.', 'Confirm it, or wait until it is.'),
  worker_not_in_project: on(400, 'The worker is no member of the project of the ticket.', 'Invite the worker.'),
  worker_not_in_team: on(400, 'The worker is not in your team.', 'Choose somebody of the team.'),
  invitation_not_accepted: on(400, 'The worker has not accepted the invitation to the project.', 'Wait for it.'),
  already_member_or_invited: on(409, 'The worker is a member, or an invitation is open.', 'None is needed.'),
  invitation_answered: on(409, 'The invitation has been answered.', readAgain),
  invitation_expired: on(409, 'The invitation has expired.', 'Ask for a new one.'),
  worker_has_unclosed_tickets: on(409, 'The worker has unclosed tickets in the project.', 'Reassign them first.'),

  // Tickets
  transition_not_allowed: on(409, 'The status of the ticket does not allow the operation.', readAgain),
  ticket_closed: on(409, 'The ticket is closed.', 'Create a new one.'),
  ticket_not_in_progress: on(409, 'The ticket is not in progress.', readAgain),
  not_assigned_to_you: on([409, 403], 'The ticket is not assigned to you.', readAgain),
  not_active_member: on(400, 'You are no active member of the project of the ticket.', 'Ask the client for an invitation.'),
  already_assigned_to_worker: on(409, 'The ticket is assigned to this worker already.', 'None is needed.'),
  handed_back_already: on(409, 'The ticket is handed back already.', 'None is needed.'),
  ticket_changed_by_others: on(409, 'Others change the ticket at the same time.', readAgain),
  photo_of_somebody_else: on(409, 'Somebody else has added the photo.', 'Ask them to delete it.'),
  too_many_photos: on(409, 'The ticket has as many photos as it can have.', deleteOne),
  too_many_attachments: on(409, 'The ticket has as many attachments as it can have.', 'None is possible.'),
  already_signed: on(409, 'This round of work was signed already.', 'None is needed.'),
  too_many_edits: on(409, 'The ticket was corrected too often.', 'None is possible.'),
  link_exists: on(409, 'The tickets are linked like this already.', 'None is needed.'),
  too_many_holds: on(409, 'The ticket was on hold too often.', 'None is possible.'),
  too_many_appointments: on(409, 'The ticket has had too many appointments.', 'None is possible.'),
  too_many_costs: on(409, 'The ticket has as many lines of cost, or changes of them, as it can have.', deleteOne),
  too_many_quotes: on(409, 'The ticket has had too many quotes.', 'None is possible.'),
  open_quote_exists: on(409, 'The ticket has an open quote.', 'Withdraw it first.'),
  quote_answered: on(409, 'The quote was answered or withdrawn, or has expired.', readAgain),
  currency_in_use: on(409, 'The project has costs or quotes in its currency.', 'None is possible.'),
  too_many_offers: on(409, 'Times were offered too often for the ticket.', 'None is possible.'),
  ticket_without_report: on(
    409,
    'Nobody without an account has reported the ticket, so nobody could choose a time or read the comment.',
    'Set an appointment, or comment without `to_reporter`.',
  ),
  appointment_changed: on(
    409,
    'The appointment or the offered times are other ones by now, or over.',
    'Read them again, and answer those.',
  ),
  link_to_itself: on(400, 'A ticket is not linked to itself.', 'Choose another ticket.'),
  too_many_links: on(409, 'The ticket has as many links as it can have.', deleteOne),
  not_a_photo: on(400, 'The file is not a photo in JPEG, PNG or WebP.', 'Convert it.'),
  not_a_document: on(400, 'The file is not a PDF file or a photo in JPEG, PNG or WebP.', 'Convert it.'),
  too_many_announcements: on(409, 'The object has as many announcements as it can have.', deleteOne),
  too_many_documents: on(409, 'The object or the equipment has as many documents as it can have.', deleteOne),
  file_damaged: on(400, 'The photo is damaged.', 'Take it again.'),
  file_too_large: on(400, 'The file has too many bytes.', 'Make it smaller.'),

  // Rules, views and imports
  rule_disabled: on(409, 'The rule is disabled.', 'Enable it.'),
  previous_ticket_open: on(409, 'The previous ticket of the rule is still open.', 'Close it first.'),
  schedule_changed: on(409, 'The schedule of the rule was changed meanwhile.', readAgain),
  rule_follows_pattern: on(409, 'The rule follows a pattern, which a shift would leave.', 'Change the pattern.'),
  no_coming_dates: on(400, 'The pattern has no coming dates.', 'Choose other dates.'),
  view_name_taken: on(409, 'There is a view with this name.', 'Choose another name.'),
  too_many_views: on(409, 'There are as many views as there can be.', deleteOne),
  too_many_snippets: on(409, 'There are as many snippets as there can be.', deleteOne),
  too_many_checklists: on(409, 'There are as many checklists as there can be.', deleteOne),
  import_not_csv: on(400, 'The file is not a file of comma-separated values.', 'Save it as CSV UTF-8.'),
  import_encoding_unclear: on(
    400,
    'The encoding of the file is not recognized, or several make sense.',
    'Save it as CSV UTF-8, or name it in `encoding`.',
  ),
  import_encoding_unsupported: on(400, 'The encoding of the file is one that is not read.', 'Save it as CSV UTF-8.'),
  import_encoding_broken: on(400, 'The file has bytes that its encoding lacks.', 'Save it as CSV UTF-8.'),
  import_empty: on(400, 'The file has no rows.', 'Add rows below the header.'),
  import_too_many_rows: on(400, 'The file has too many rows.', 'Split the file.'),
  import_columns_wrong: on(400, 'A column of the file is unknown, missing or there twice.', 'Correct the header row.'),
  import_rows_invalid: on(400, 'Some rows of the file cannot be imported, so none was.', 'Correct the rows that `rows` names.'),

  // Reports of people without an account
  report_answered: on(409, 'The report was answered already.', readAgain),
  report_not_accepted: on(409, 'The report has not become a request yet.', 'Wait until it is accepted.'),
  ticket_not_closed: on(409, 'The ticket is not closed.', 'Wait until it is closed.'),
  already_rated: on(409, 'The reporter has rated the work already.', 'None is possible.'),
  ticket_of_other_object: on(409, 'The ticket is about another object than the report.', 'Choose a ticket of the object.'),
  no_portal: on(409, 'An object has no portal, or its address cannot be decrypted any more.', 'Create the portal anew.'),
  invalid_proof: on(400, 'The proof of work or of time is missing, wrong or expired.', 'Ask for a new challenge.'),
  used_proof: on(400, 'The proof was used already.', 'Ask for a new challenge.'),

  // Messenger, notifications and webhooks
  encryption_key_missing: on(400, 'Bots of accounts need a data encryption key.', 'Set `DATA_ENCRYPTION_KEY`.'),
  no_bot_configured: on(400, 'No bot is configured.', 'Connect one.'),
  malformed_bot_token: on(400, 'The token of the bot is malformed.', 'Copy it again.'),
  unknown_bot_token: on(400, 'The messenger does not know the token of the bot.', 'Copy it again.'),
  unreadable_bot_token: on(400, 'The stored token of the bot cannot be decrypted.', 'Connect the bot again.'),
  bot_not_identified: on(400, 'The messenger did not say whose token it is.', sendAgain),
  invalid_messenger_target: on(400, 'The messenger target is no id of a chat.', 'Correct it.'),
  no_chat_bound: on(400, 'No chat is bound to the account.', 'Bind one.'),
  chat_rejects_messages: on(400, 'The chat takes no messages from the bot.', 'Start the bot in the chat.'),
  message_not_taken: on(400, 'The messenger did not take the message.', sendAgain),
  push_not_available: on(409, 'Push notifications are not configured.', 'Set `DATA_ENCRYPTION_KEY`.'),
  invalid_push_endpoint: on(400, 'The endpoint is no https address of a public push service.', 'Subscribe anew.'),
  invalid_push_keys: on(400, 'The keys of the push subscription are not valid.', 'Subscribe anew.'),
  too_many_push_subscriptions: on(
    409,
    'The account has notifications in as many browsers as it can have.',
    'Turn them off in one first.',
  ),
  invalid_webhook_url: on(400, 'The address of the webhook is no https address of a public host.', 'Choose another address.'),
  webhook_disabled: on(409, 'The webhook is disabled.', 'Enable it.'),
  work_item_periodic: on(409, 'The work item is a periodic job.', 'Periodic jobs stay.'),
  work_item_running: on(409, 'An attempt at the work item is under way.', sendAgain),
  setting_of_environment: on(
    409,
    'A variable of the environment sets it, which is stronger.',
    'Change the variable, or remove it and restart the service.',
  ),
  secret_not_storable: on(409, 'Stored secrets need a data encryption key.', 'Set `DATA_ENCRYPTION_KEY`.'),
  logo_not_found: on(404, 'The installation has no logo of its own.', 'None is needed.'),
  too_many_webhooks: on(409, 'The account has as many webhooks as it can have.', deleteOne),
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The codes that may come with a status. */
export type CodeOf<Status extends number> = {
  [Code in ErrorCode]: Status extends (typeof errorCodes)[Code]['statuses'][number] ? Code : never;
}[ErrorCode];

/** @returns all codes, sorted */
export const allErrorCodes = (): ErrorCode[] => (Object.keys(errorCodes) as ErrorCode[]).toSorted();
