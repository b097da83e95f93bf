// Generated from docs/openapi.json by `npm run openapi`.

export type Error = {
  error: string;
};

export type ProblemCode = 'account_active' | 'account_anonymized' | 'account_disabled' | 'account_has_unclosed_tickets' | 'account_not_confirmed' | 'admin_required' | 'already_assigned_to_worker' | 'already_confirmed' | 'already_member_or_invited' | 'already_rated' | 'already_signed' | 'announcement_not_found' | 'appointment_changed' | 'appointment_not_found' | 'attachment_not_found' | 'body_too_large' | 'bot_not_identified' | 'calendar_feed_not_found' | 'cannot_delete_yourself' | 'cannot_disable_yourself' | 'cannot_remove_own_passkeys' | 'cannot_reset_own_two_factor' | 'chat_rejects_messages' | 'checklist_not_found' | 'checklist_of_other_client' | 'comment_not_found' | 'common_password' | 'cost_not_found' | 'costs_not_for_you' | 'cross_site_request' | 'currency_in_use' | 'cursor_expired' | 'cursor_invalid' | 'cursor_of_other_database' | 'db_unavailable' | 'delivery_not_found' | 'document_not_found' | 'email_not_usable' | 'email_not_verified' | 'email_taken' | 'email_verification_missing' | 'encryption_key_missing' | 'equipment_disabled' | 'equipment_has_tickets' | 'equipment_name_taken' | 'equipment_not_found' | 'equipment_of_other_object' | 'expiry_not_in_future' | 'file_damaged' | 'file_too_large' | 'grant_not_found' | 'grant_not_possible' | 'handed_back_already' | 'headers_too_large' | 'hold_not_found' | 'host_missing' | 'idempotency_answer_unreadable' | 'idempotency_key_in_use' | 'idempotency_key_reused' | 'import_columns_wrong' | 'import_empty' | 'import_encoding_broken' | 'import_encoding_unclear' | 'import_encoding_unsupported' | 'import_not_csv' | 'import_rows_invalid' | 'import_too_many_rows' | 'in_team_already' | 'internal_comments_not_for_you' | 'internal_error' | 'invalid_access_token' | 'invalid_credentials' | 'invalid_grant_token' | 'invalid_idempotency_key' | 'invalid_json' | 'invalid_link' | 'invalid_messenger_target' | 'invalid_metrics_token' | 'invalid_proof' | 'invalid_push_endpoint' | 'invalid_push_keys' | 'invalid_reset_token' | 'invalid_utf8' | 'invalid_webhook_url' | 'invitation_answered' | 'invitation_expired' | 'invitation_not_accepted' | 'invitation_not_found' | 'last_passkey_required' | 'link_exists' | 'link_not_found' | 'link_to_itself' | 'linked_account_not_found' | 'linked_to_other_identity' | 'logo_not_found' | 'malformed_bot_token' | 'malformed_request' | 'malformed_url' | 'may_not_act_for' | 'mcp_message_invalid' | 'member_not_found' | 'message_not_taken' | 'method_not_allowed' | 'metrics_not_allowed' | 'multipart_incomplete' | 'multipart_required' | 'no_account_for_identity' | 'no_bot_configured' | 'no_chat_bound' | 'no_coming_dates' | 'no_passkey' | 'no_portal' | 'no_role_for_identity' | 'no_session' | 'not_a_client' | 'not_a_document' | 'not_a_photo' | 'not_a_worker' | 'not_active_member' | 'not_assigned_to_you' | 'not_for_acting' | 'not_for_api_tokens' | 'not_ready' | 'object_name_taken' | 'object_not_found' | 'one_time_code_required' | 'open_quote_exists' | 'overloaded' | 'passkey_copied' | 'passkey_not_accepted' | 'passkey_not_found' | 'passkey_required' | 'passkey_site_not_found' | 'password_already_set' | 'password_change_required' | 'password_of_other' | 'path_not_found' | 'pattern_not_found' | 'photo_not_found' | 'photo_of_somebody_else' | 'portal_not_found' | 'precondition_failed' | 'previous_ticket_open' | 'project_disabled' | 'project_name_taken' | 'project_not_found' | 'project_or_object_disabled' | 'push_key_not_found' | 'push_not_available' | 'quota_reached' | 'quote_answered' | 'quote_not_found' | 'range_not_satisfiable' | 'read_only_api_token' | 'read_only_grant' | 'reference_taken' | 'report_answered' | 'report_not_accepted' | 'report_not_found' | 'request_timeout' | 'role_not_allowed' | 'rule_disabled' | 'rule_follows_pattern' | 'rule_not_found' | 'same_password' | 'schedule_changed' | 'second_factor_not_found' | 'second_factor_required' | 'secret_not_storable' | 'session_ended' | 'session_not_found' | 'setting_of_environment' | 'sign_in_expired' | 'sign_in_provider_not_found' | 'small_version_not_found' | 'snippet_not_found' | 'storage_unavailable' | 'subscription_not_found' | 'team_not_found' | 'ticket_changed_by_others' | 'ticket_closed' | 'ticket_not_closed' | 'ticket_not_found' | 'ticket_not_in_progress' | 'ticket_of_other_object' | 'ticket_without_report' | 'token_not_found' | 'too_many_accounts_at_once' | 'too_many_announcements' | 'too_many_api_tokens' | 'too_many_appointments' | 'too_many_attachments' | 'too_many_attempts' | 'too_many_checklists' | 'too_many_costs' | 'too_many_documents' | 'too_many_edits' | 'too_many_grants' | 'too_many_holds' | 'too_many_links' | 'too_many_long_answers' | 'too_many_offers' | 'too_many_passkeys' | 'too_many_photos' | 'too_many_push_subscriptions' | 'too_many_quotes' | 'too_many_snippets' | 'too_many_streams' | 'too_many_views' | 'too_many_webhooks' | 'took_too_long' | 'transition_not_allowed' | 'two_factor_not_started' | 'two_factor_on' | 'unknown_bot_token' | 'unreadable_bot_token' | 'used_proof' | 'user_has_records' | 'user_not_found' | 'validation_failed' | 'value_out_of_range' | 'view_name_taken' | 'view_not_found' | 'webhook_disabled' | 'webhook_not_found' | 'work_item_not_found' | 'work_item_periodic' | 'work_item_running' | 'worker_disabled' | 'worker_has_unclosed_tickets' | 'worker_not_confirmed' | 'worker_not_found' | 'worker_not_in_project' | 'worker_not_in_team' | 'workers_only' | 'wrong_code' | 'wrong_password';

export type Problem = {
  /** `urn:callout:error:` and the code. */
  type: string;
  /** Of the code. */
  title: string;
  status: number;
  /** The text of `error`. */
  detail: string;
  code: ProblemCode;
  /** The values that are missing or not valid. */
  errors?: ({
    /** A JSON pointer as a fragment. */
    pointer: string;
    detail: string;
  })[];
};

export type Branding = {
  name: string | null;
  /** Of texts and buttons on light backgrounds. */
  color: string | null;
  /** The same on dark backgrounds. */
  color_on_dark: string | null;
  /** The path of a PNG file. */
  logo: string | null;
};

export type About = {
  /** Whether reset links and confirmations are sent by mail. */
  mail: boolean;
  /** The name of the provider with whose accounts people sign in (`GET /ext/oidc/start`). null: passwords only. */
  sign_in_provider: string | null;
  /** Whether people can sign in with passkeys: PUBLIC_URL is an https address, or localhost. */
  passkeys: boolean;
  branding: Branding;
  /** Of the service that answers. */
  version: string;
  /** How this request arrived, to check what a proxy passes on. */
  request: {
    protocol: 'http' | 'https';
    /** Of the client, as rate limits and the audit log see it. */
    address: string;
  };
};

export type RetentionHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'switched_off' | 'failed' | 'late';
  /** How long closed tickets are kept; 0: for ever. */
  days: number;
  /** Whether they are archived before they are deleted. */
  archive: boolean;
  last_run_at: string | null;
  /** null: not planned. */
  next_run_at: string | null;
};

export type DeadlinesHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'failed' | 'late';
  last_run_at: string | null;
  /** null: not planned. */
  next_run_at: string | null;
  /** Deadlines whose time has come and of which nobody was told yet. More than 1,000 are not counted. */
  waiting: number;
};

export type RulesHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'failed' | 'late';
  last_run_at: string | null;
  /** null: not planned. */
  next_run_at: string | null;
  /** Active rules that are due. More than 1,000 are not counted. */
  due: number;
  /** Of these, those that create no ticket: the previous one is open, or the project or object is disabled. More than 1,000 are not counted. */
  blocked: number;
};

export type StorageHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'unreachable' | 'full' | 'nearly_full' | 'undeletable';
  kind: 'local' | 's3';
  /** Files that should be gone, but cannot be removed. More than 1,000 are not counted. */
  undeletable: number;
  /** On the disk where uploads are received and stored; null: it cannot be read. */
  free_bytes: number | null;
};

export type IntakeHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'not_configured' | 'failed' | 'late';
  last_run_at: string | null;
  /** null: not planned. */
  next_run_at: string | null;
  /** Mails of the last 30 days that became a report or a comment. More than 1,000 are not counted. */
  taken: number;
  /** Mails of the last 30 days of which nothing was made; `GET /ext/intake` lists them. More than 1,000 are not counted. */
  left: number;
};

export type MailHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'not_configured' | 'failing' | 'given_up' | 'rejected' | 'no_public_url';
  /** Deliveries that are not sent yet. More than 1,000 are not counted. */
  waiting: number;
  /** How many of them failed and are retried. More than 1,000 are not counted. */
  failing: number;
  /** The error of one of them; empty when none failed. */
  failure: string;
  last_sent_at: string | null;
};

export type MessengerHealth = {
  state: 'ok' | 'off' | 'trouble';
  reason: 'working' | 'not_configured' | 'unreachable' | 'refused' | 'webhook' | 'not_polled' | 'failing' | 'given_up' | 'no_public_url';
  /** Of the global bot; empty when there is none or the messenger does not respond. */
  bot_username: string;
  /** The global bot and those of accounts. */
  bots: number;
  /** How many of them an instance polls. */
  bots_polled: number;
  /** Deliveries that are not sent yet. More than 1,000 are not counted. */
  waiting: number;
  /** How many of them failed and are retried. More than 1,000 are not counted. */
  failing: number;
  /** The error of one of them; empty when none failed. */
  failure: string;
  last_sent_at: string | null;
};

export type Health = {
  state: 'ok' | 'trouble';
  checked_at: string;
  /** Of the service that answers. */
  version: string;
  retention: RetentionHealth;
  deadlines: DeadlinesHealth;
  rules: RulesHealth;
  storage: StorageHealth;
  intake: IntakeHealth;
  mail: MailHealth;
  messenger: MessengerHealth;
};

export type Login = {
  email: string;
  password: string;
};

export type Profile = {
  id: string;
  email: string;
  name: string;
  phone: string;
  role: 'worker' | 'admin' | 'client';
  is_active: boolean;
  /** null: the account waits for its confirmation and cannot sign in. */
  confirmed_at: string | null;
  created_at: string;
};

export type Token = {
  /** The access token. */
  token: string;
  /** Seconds. */
  expires_in: number;
  user: Profile;
};

export type Ok = {
  ok: boolean;
};

export type LogoutAll = {
  ok: boolean;
  /** How many sessions were closed. */
  revoked: number;
};

export type ForgotPassword = {
  email: string;
};

export type ResetPassword = {
  token: string;
  /** 10 to 72 characters with at least one letter and one digit. */
  password: string;
};

export type ActsFor = {
  id: string;
  name: string;
  role: 'worker' | 'admin' | 'client';
  scope: 'read' | 'write';
};

export type Me = {
  profile: Profile;
  /** The password was chosen by somebody else. */
  must_change_password: boolean;
  mfa: {
    totp: boolean;
  };
  /** Open sessions, this one included. */
  sessions: number;
  /** Of mails and messages. null until one is chosen: they are English. */
  language: 'en' | 'de' | 'pl' | null;
  /** Whose ids the header Act-For may have, by name. Empty for admins, who act for all clients and workers. */
  acts_for: (ActsFor)[];
};

export type ChangeMe = {
  name?: string;
  phone?: string;
  language?: 'en' | 'de' | 'pl';
};

export type ChangePassword = {
  current: string;
  /** 10 to 72 characters with at least one letter and one digit. */
  new: string;
  /** true: also revokes your API tokens and the grants that you have given, voids the address of your calendar feed, disables your webhooks, disconnects your chat and your own bot, and removes your passkeys and the links to company accounts. */
  end_all?: boolean;
};

export type Session = {
  id: string;
  /** The sign-in. */
  created_at: string;
  /** The last exchange of the refresh token. */
  last_used_at: string;
  /** Where it was last used from. */
  ip: string;
  user_agent: string;
  /** The session of the access token. */
  current: boolean;
};

export type SessionPage = {
  items: (Session)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type AccountTrust = {
  id: string;
  /** The password was chosen by somebody else. */
  must_change_password: boolean;
  /** Created without a password, which the owner has not set yet. */
  awaits_password: boolean;
  /** The owner has used a link that was mailed to the address, or a company account that has it verified. */
  email_verified: boolean;
  /** Empty when the account was deleted; its name stays. */
  created_by: string;
  created_by_name: string;
  disabled_at: string | null;
  /** Empty when the account was deleted; its name stays. */
  disabled_by: string;
  disabled_by_name: string;
  /** null for clients. */
  totp: boolean | null;
};

export type AccountTrustPage = {
  items: (AccountTrust)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type InviteUser = {
  email: string;
  name: string;
  role: 'worker' | 'admin' | 'client';
  phone?: string;
  /** Also mail the link, where mail is configured. */
  mail?: boolean;
};

export type InvitedUser = {
  id: string;
  email: string;
  name: string;
  phone: string;
  role: 'worker' | 'admin' | 'client';
  is_active: boolean;
  /** null: the account waits for its confirmation and cannot sign in. */
  confirmed_at: string | null;
  created_at: string;
  /** The page that sets the password; works once. */
  link: string;
  expires_at: string;
  /** The link of a mail is another one, which also proves the address. */
  is_mailed: boolean;
};

export type StartTotp = {
  password: string;
};

export type TotpSetup = {
  /** In base32, to type into an authenticator app. */
  secret: string;
  /** The same for a QR code. */
  otpauth_url: string;
};

export type DisableTotp = {
  password: string;
  /** Of the app, or a recovery code. Not needed before the setup was confirmed. */
  code?: string;
};

export type ConfirmTotp = {
  code: string;
};

export type RecoveryCodes = {
  /** Each works once in place of a code of the app. They are answered here only. */
  recovery_codes: (string)[];
};

export type PasskeyRequestOptions = {
  challenge: string;
  rpId: string;
  /** Milliseconds. */
  timeout: number;
  userVerification: 'required';
};

export type PasskeySignIn = {
  response: {
    id: string;
    rawId: string;
    type: 'public-key';
    response: {
      clientDataJSON: string;
      authenticatorData: string;
      signature: string;
      userHandle?: string;
    };
  };
};

export type Passkey = {
  id: string;
  name: string;
  /** Kept in an account of its owner, so that it works on several devices. */
  synced: boolean;
  created_at: string;
  /** null: not used yet. */
  last_used_at: string | null;
};

export type PasskeyPage = {
  items: (Passkey)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type AddPasskey = {
  name: string;
  response: {
    id: string;
    rawId: string;
    type: 'public-key';
    response: {
      clientDataJSON: string;
      attestationObject: string;
      transports?: (string)[];
    };
  };
};

export type ConfirmedByPassword = {
  password: string;
};

export type PasskeyCreationOptions = {
  rp: {
    id: string;
    name: string;
  };
  user: {
    id: string;
    name: string;
    displayName: string;
  };
  challenge: string;
  pubKeyCredParams: ({
    type: 'public-key';
    alg: number;
  })[];
  /** Milliseconds. */
  timeout: number;
  excludeCredentials: ({
    type: 'public-key';
    id: string;
    transports: (string)[];
  })[];
  authenticatorSelection: {
    residentKey: 'required';
    requireResidentKey: boolean;
    userVerification: 'required';
  };
  attestation: 'none';
};

export type RenamePasskey = {
  name: string;
};

export type PasskeyRequirement = {
  /** Whether logins with the password also ask for a passkey. */
  required: boolean;
};

export type LinkedAccount = {
  issuer: string;
  linked_at: string;
  /** The last sign-in. */
  last_used_at: string;
};

export type LinkedAccountPage = {
  items: (LinkedAccount)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type ApiToken = {
  id: string;
  name: string;
  /** read: GET only; write: every operation that an API token may be used for. */
  scope: 'read' | 'write';
  created_at: string;
  /** null: never. */
  expires_at: string | null;
  /** The last use, to the minute; null: not used yet. */
  last_used_at: string | null;
};

export type ApiTokenPage = {
  items: (ApiToken)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateApiToken = {
  name: string;
  /** read: GET only; write: every operation that an API token may be used for. */
  scope: 'read' | 'write';
  /** In the future; without it the token does not expire. */
  expires_at?: string;
};

export type NewApiToken = {
  id: string;
  name: string;
  /** read: GET only; write: every operation that an API token may be used for. */
  scope: 'read' | 'write';
  created_at: string;
  /** null: never. */
  expires_at: string | null;
  /** The last use, to the minute; null: not used yet. */
  last_used_at: string | null;
  /** The token itself, which is answered here only. */
  token: string;
};

export type Grant = {
  id: string;
  /** The client for which the deputy acts. */
  principal_id: string;
  principal_name: string;
  /** null until it is accepted. */
  deputy_id: string | null;
  /** Empty until it is accepted. */
  deputy_name: string;
  /** The address that was invited. */
  email: string;
  /** read: GET only; write: every operation that takes Act-For. */
  scope: 'read' | 'write';
  status: 'invited' | 'active';
  /** The deputy is told what the client is told, by preferences of its own. */
  notify: boolean;
  created_at: string;
  /** Of the invitation; null once it is accepted. */
  expires_at: string | null;
};

export type GrantPage = {
  items: (Grant)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateGrant = {
  email: string;
  /** read: GET only; write: every operation that takes Act-For. */
  scope: 'read' | 'write';
  /** The deputy is told what the client is told, by preferences of its own. */
  notify?: boolean;
  /** The client; required of admins, ignored of others. */
  principal_id?: string;
};

export type NewGrant = {
  id: string;
  /** The client for which the deputy acts. */
  principal_id: string;
  principal_name: string;
  /** null until it is accepted. */
  deputy_id: string | null;
  /** Empty until it is accepted. */
  deputy_name: string;
  /** The address that was invited. */
  email: string;
  /** read: GET only; write: every operation that takes Act-For. */
  scope: 'read' | 'write';
  status: 'invited' | 'active';
  /** The deputy is told what the client is told, by preferences of its own. */
  notify: boolean;
  created_at: string;
  /** Of the invitation; null once it is accepted. */
  expires_at: string | null;
  /** The page on which the invitation is accepted, which is answered here only. */
  link: string;
  /** The link of a mail is another one. false: there is no mail server, or the address was sent 3 invitations today; a link that was mailed before is not valid any more. */
  is_mailed: boolean;
};

export type AcceptGrant = {
  /** Of the link. */
  token: string;
  /** Of the new account; ignored with an access token. */
  name?: string;
  /** 10 to 72 characters with at least one letter and one digit. */
  password?: string;
};

export type ChangeGrant = {
  /** read: GET only; write: every operation that takes Act-For. */
  scope?: 'read' | 'write';
  /** The deputy is told what the client is told, by preferences of its own. */
  notify?: boolean;
};

export type TeamMember = {
  id: string;
  name: string;
};

export type Team = {
  id: string;
  name: string;
  /** null: the account was deleted, and an admin has to name another one. */
  lead_id: string | null;
  lead_name: string;
  /** Without the lead, in the order of `members`. */
  member_ids: (string)[];
  /** By name. */
  members: (TeamMember)[];
  created_at: string;
};

export type TeamPage = {
  items: (Team)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateTeam = {
  name: string;
  /** A worker, who acts for the members. */
  lead_id: string;
  /** Workers; the lead is left out. */
  member_ids: (string)[];
};

export type ChangeTeam = {
  name?: string;
  /** A worker, who acts for the members. */
  lead_id?: string;
  /** Workers; the lead is left out. */
  member_ids?: (string)[];
};

export type CreateUser = {
  email: string;
  name: string;
  /** 10 to 72 characters with at least one letter and one digit. */
  password: string;
  role: 'worker' | 'admin' | 'client';
  phone?: string;
};

export type ProfilePage = {
  items: (Profile)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type ChangeUser = {
  is_active: boolean;
};

export type ChangeProfile = {
  name?: string;
  phone?: string;
};

export type PasswordReset = {
  ok: boolean;
  /** To be passed on; works once, for 24 hours. */
  token: string;
  expires_at: string;
};

export type SetPassword = {
  /** 10 to 72 characters with at least one letter and one digit. */
  password: string;
};

export type SendInvitation = {
  /** Also mail the link, where mail is configured. */
  mail: boolean;
};

export type AccountLink = {
  /** The page that sets the password; works once. */
  link: string;
  expires_at: string;
  /** The link of a mail is another one, which also proves the address. */
  is_mailed: boolean;
};

export type AuditEvent = {
  id: number;
  at: string;
  event: 'login_succeeded' | 'login_failed' | 'login_limited' | 'refresh_reused' | 'session_revoked' | 'password_changed' | 'password_set' | 'password_reset_issued' | 'password_reset_used' | 'user_created' | 'user_confirmed' | 'user_disabled' | 'user_enabled' | 'user_deleted' | 'user_anonymized' | 'membership_removed' | 'project_deleted' | 'rule_deleted' | 'token_created' | 'token_revoked' | 'mfa_enabled' | 'mfa_disabled' | 'export_made' | 'backup_made' | 'backup_restored' | 'webhook_changed' | 'portal_changed' | 'identity_linked' | 'identity_unlinked' | 'passkey_added' | 'passkey_removed' | 'grant_created' | 'grant_accepted' | 'grant_changed' | 'grant_revoked' | 'team_changed' | 'work_retried' | 'work_dropped' | 'settings_changed';
  /** Who caused it; empty for requests without an account, the service itself and deleted accounts. */
  actor_id: string;
  /** At the time of the event. */
  actor_name: string;
  /** Whom the actor acted for (Act-For), and left out otherwise; empty for deleted accounts. */
  principal_id?: string;
  /** At the time of the event. */
  principal_name?: string;
  /** What it is about, such as `user`, `project`, `rule` or `limit`. */
  subject_type: string;
  subject_id: string;
  /** At the time of the event. */
  subject_name: string;
  /** The address of the client; empty without a request. */
  ip: string;
  /** The `reqId` of the log. */
  request_id: string;
  /** Depends on the event (docs/api.md, Audit log). */
  detail: Record<string, unknown>;
};

export type AuditEventPage = {
  items: (AuditEvent)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type WorkItem = {
  id: number;
  /** Such as `mails` or `notifications` (docs/jobs.md, Work queue). */
  queue: string;
  state: 'waiting' | 'running' | 'failing';
  /** What is to be done, such as `password_changed`. */
  kind: string | null;
  ticket_id: number | null;
  /** Of the receiver. */
  user_id: string | null;
  /** Of the account that caused it; null: none did. */
  tenant_id: string | null;
  /** Empty when no account caused it, or it was deleted. */
  tenant_name: string;
  /** When its cause happened. */
  created_at: string;
  /** Of the next attempt; while it runs, when another instance takes it over. */
  due_at: string;
  /** Attempts that failed or were interrupted. */
  failures: number;
  /** Of the last attempt that failed; else empty. */
  last_error: string;
};

export type WorkItemPage = {
  items: (WorkItem)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type AddressSetting = {
  value: string | null;
  /** `environment`: a variable sets it, so that it cannot be changed here. */
  source: 'environment' | 'stored' | 'default';
  /** When another device last opened the link of `GET /ext/settings/test-link`. */
  opened_at: string | null;
};

export type TextSetting = {
  value: string | null;
  /** `environment`: a variable sets it, so that it cannot be changed here. */
  source: 'environment' | 'stored' | 'default';
};

export type PortSetting = {
  value: number;
  /** `environment`: a variable sets it, so that it cannot be changed here. */
  source: 'environment' | 'stored' | 'default';
};

export type SecuritySetting = {
  value: 'starttls' | 'tls' | 'opportunistic' | 'none';
  /** `environment`: a variable sets it, so that it cannot be changed here. */
  source: 'environment' | 'stored' | 'default';
};

export type SecretSetting = {
  is_set: boolean;
  /** `environment`: a variable sets it, so that it cannot be changed here. */
  source: 'environment' | 'stored' | 'default';
  /** false: without DATA_ENCRYPTION_KEY no secret is stored. */
  is_storable: boolean;
};

export type LogoSetting = {
  value: string | null;
  /** `environment`: a variable sets it, so that it cannot be changed here. */
  source: 'environment' | 'stored' | 'default';
};

export type Settings = {
  public_url: AddressSetting;
  'smtp.host': TextSetting;
  'smtp.port': PortSetting;
  'smtp.security': SecuritySetting;
  'smtp.user': TextSetting;
  'smtp.password': SecretSetting;
  'smtp.from': TextSetting;
  messenger_bot_token: SecretSetting;
  name: TextSetting;
  color: TextSetting;
  logo: LogoSetting;
};

export type ChangeSettings = {
  public_url?: string | null;
  'smtp.host'?: string | null;
  'smtp.port'?: number | null;
  'smtp.security'?: 'starttls' | 'tls' | 'opportunistic' | 'none' | null;
  'smtp.user'?: string | null;
  'smtp.password'?: string | null;
  'smtp.from'?: string | null;
  messenger_bot_token?: string | null;
  name?: string | null;
  color?: string | null;
};

export type LogoForm = {
  file: Blob;
};

export type TestMail = {
  to: string;
};

export type MailTest = {
  ok: boolean;
  /** `unreachable`: no connection; `encryption`: TLS failed; `sign_in`: the server refuses user and password; `address`: it refuses the sender or the recipient; `refused`: it refuses the mail. */
  reason: 'sent' | 'not_configured' | 'unreachable' | 'encryption' | 'sign_in' | 'address' | 'refused';
  /** What the mail server or the connection said; empty when there is nothing to say. */
  detail: string;
};

export type UrlTest = {
  /** Whether the address leads back to this installation. */
  ok: boolean;
  /** `not_allowed`: the address is of no public or own network; `redirect`: it leads to another address; `other_service`: something else answers there. */
  reason: 'ok' | 'not_configured' | 'not_allowed' | 'unreachable' | 'timeout' | 'certificate' | 'redirect' | 'other_service';
  /** The status of the answer, or the code of the error; may be empty. */
  detail: string;
};

export type TestLink = {
  /** A page of the console at the public address, which reports that it was opened. */
  url: string;
  issued_at: string;
  expires_at: string;
};

export type OpenedLink = {
  expires: string;
  signature: string;
};

export type Installation = {
  /** Of the installation: all of its instances have the same, another installation another one. */
  id: string;
};

export type Project = {
  id: number;
  name: string;
  client_id: string;
  client_name: string;
  /** A disabled project takes no new tickets and no new objects. */
  is_active: boolean;
  created_at: string;
};

export type ProjectPage = {
  items: (Project)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateProject = {
  name: string;
  /** The owner. An admin must name it; a client is the owner. */
  client_id?: string;
};

export type ChangeProject = {
  name?: string;
  is_active?: boolean;
};

export type Object = {
  id: number;
  project_id: number;
  project_name: string;
  name: string;
  address: string;
  /** A disabled object takes no new tickets. */
  is_active: boolean;
  created_at: string;
};

export type ObjectPage = {
  items: (Object)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateObject = {
  name: string;
  address: string;
};

export type ObjectListItem = {
  id: number;
  project_id: number;
  project_name: string;
  name: string;
  address: string;
  /** A disabled object takes no new tickets. */
  is_active: boolean;
  created_at: string;
  /** What another system calls it; null: nothing. */
  reference: string | null;
  /** How many of its tickets are not closed. */
  open: number;
  /** Of these, how many have a deadline that has passed. */
  overdue: number;
  /** null: none of its tickets is closed. */
  last_closed_at: string | null;
};

export type ObjectListItemPage = {
  items: (ObjectListItem)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type ObjectDetails = {
  id: number;
  project_id: number;
  project_name: string;
  name: string;
  address: string;
  /** A disabled object takes no new tickets. */
  is_active: boolean;
  created_at: string;
  /** What another system calls it; null: nothing. */
  reference: string | null;
};

export type ObjectSummary = {
  object: ObjectDetails;
  /** How many of its tickets are not closed. */
  open: number;
  /** Of these, how many have a deadline that has passed. */
  overdue: number;
  /** null: none of its tickets is closed. */
  last_closed_at: string | null;
  /** null: nobody comes. */
  next_appointment_at: string | null;
  /** How much equipment it has, disabled one included. */
  equipment: number;
  /** How many documents it has, without those of its equipment. */
  documents: number;
  /** How many announcements are shown now. */
  announcements: number;
};

export type ChangeObjectDetails = {
  name?: string;
  address?: string;
  is_active?: boolean;
  /** What another system calls it, unique among the objects of the client; empty: nothing. */
  reference?: string;
};

export type ChangeObject = {
  name?: string;
  address?: string;
  is_active?: boolean;
};

export type ObjectNotes = {
  /** Empty when nobody has written any. */
  text: string;
  /** null: never written. */
  updated_at: string | null;
};

export type SetObjectNotes = {
  text: string;
};

export type Equipment = {
  id: number;
  object_id: number;
  object_name: string;
  project_id: number;
  project_name: string;
  name: string;
  kind: string;
  /** Where in the object it is. */
  location: string;
  manufacturer: string;
  model: string;
  serial: string;
  /** null: nobody knows. */
  installed_on: string | null;
  /** The last day. null: nobody knows, or there is none. */
  warranty_until: string | null;
  notes: string;
  /** false: it is out of use, and its portal takes no reports. */
  is_active: boolean;
  /** It has a public page for reports. */
  has_portal: boolean;
  created_at: string;
};

export type EquipmentPage = {
  items: (Equipment)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateEquipment = {
  name: string;
  kind?: string;
  /** Where in the object it is. */
  location?: string;
  manufacturer?: string;
  model?: string;
  serial?: string;
  notes?: string;
  /** null: nobody knows. */
  installed_on?: string | null;
  /** The last day. null: nobody knows, or there is none. */
  warranty_until?: string | null;
  /** false: it is out of use, and its portal takes no reports. */
  is_active?: boolean;
};

export type ChangeEquipment = {
  name?: string;
  kind?: string;
  /** Where in the object it is. */
  location?: string;
  manufacturer?: string;
  model?: string;
  serial?: string;
  notes?: string;
  /** null: nobody knows. */
  installed_on?: string | null;
  /** The last day. null: nobody knows, or there is none. */
  warranty_until?: string | null;
  /** false: it is out of use, and its portal takes no reports. */
  is_active?: boolean;
};

export type SetTicketEquipment = {
  /** Of the object of the ticket. null: the ticket is about none. */
  equipment_id: number | null;
};

export type EquipmentReference = {
  id: number;
  name: string;
};

export type TicketEquipment = {
  equipment: EquipmentReference | null;
};

export type Document = {
  id: number;
  object_id: number;
  object_name: string;
  project_id: number;
  project_name: string;
  /** null: it is a document of the object itself. */
  equipment: EquipmentReference | null;
  title: string;
  /** The last day on which it is valid. null: it does not expire. */
  expires_on: string | null;
  filename: string;
  content_type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';
  /** In bytes. */
  size: number;
  /** Reads the file without a token, for a short time. */
  url: string;
  /** Empty when the account was deleted. */
  uploaded_by: string;
  uploaded_by_name: string;
  created_at: string;
};

export type DocumentPage = {
  items: (Document)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type ChangeDocument = {
  title?: string;
  /** The last day on which it is valid. null: it does not expire. */
  expires_on?: string | null;
};

export type Announcement = {
  id: number;
  object_id: number;
  text: string;
  from: string;
  to: string;
  created_at: string;
};

export type AnnouncementPage = {
  items: (Announcement)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateAnnouncement = {
  text: string;
  /** From when on it is shown. */
  from: string;
  /** Until when it is shown; after `from`. */
  to: string;
};

export type ChangeAnnouncement = {
  text?: string;
  /** From when on it is shown. */
  from?: string;
  /** Until when it is shown; after `from`. */
  to?: string;
};

export type ProjectWorker = {
  id: string;
  email: string;
  name: string;
  phone: string;
  role: 'worker' | 'admin' | 'client';
  is_active: boolean;
  /** null: the account waits for its confirmation and cannot sign in. */
  confirmed_at: string | null;
  created_at: string;
  status: 'invited' | 'active' | 'declined';
  /** While an invitation is open: when it ends. */
  expires_at?: string;
  /** When the worker accepted or declined. */
  responded_at?: string;
};

export type ProjectWorkerPage = {
  items: (ProjectWorker)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type InviteWorker = {
  worker_id: string;
};

export type Invitation = {
  ok: boolean;
  status: 'invited';
  expires_at: string;
};

export type ProjectInvitation = {
  project_id: number;
  project_name: string;
  client_name: string;
  /** Empty when the account was deleted. */
  invited_by: string;
  invited_by_name: string;
  invited_at: string;
  expires_at: string;
};

export type ProjectInvitationPage = {
  items: (ProjectInvitation)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type ImportedWorkers = {
  /** 0 in a dry run. */
  created: number;
  rows: ({
    /** As a spreadsheet numbers it; the header of a file without empty lines is row 1. */
    row: number;
    ok: boolean;
    /** Of the account; left out in a dry run. */
    id?: string;
  })[];
};

export type ImportErrors = {
  error: string;
  /** Left out when the file cannot be read. */
  rows?: ({
    /** As a spreadsheet numbers it; the header of a file without empty lines is row 1. */
    row: number;
    ok: boolean;
    error?: string;
    /** Of the value that is wrong. */
    column?: string;
  })[];
};

export type ImportedObjects = {
  /** 0 in a dry run. */
  created: number;
  /** Objects whose reference was there already. 0 in a dry run. */
  updated: number;
  rows: ({
    /** As a spreadsheet numbers it; the header of a file without empty lines is row 1. */
    row: number;
    ok: boolean;
    /** Of the object; left out in a dry run. */
    id?: number;
  })[];
};

export type ImportedEquipment = {
  /** 0 in a dry run. */
  created: number;
  rows: ({
    /** As a spreadsheet numbers it; the header of a file without empty lines is row 1. */
    row: number;
    ok: boolean;
    /** Of the equipment; left out in a dry run. */
    id?: number;
  })[];
};

export type Ticket = {
  id: number;
  status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  priority: 'low' | 'normal' | 'high';
  description: string;
  floor: string;
  /** The object's address at the moment the ticket was created. */
  address: string;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  client_id: string;
  client_name: string;
  /** Left out until a worker is assigned. */
  worker_id?: string;
  worker_name?: string;
  /** Left out until a worker is assigned. */
  assigned_at?: string;
  /** Who assigned the worker; the worker, when they took it. */
  assigned_by?: string;
  /** The first start; later rounds keep it. */
  started_at?: string;
  /** Left out until the work is reported done; the latest round. */
  done_at?: string;
  /** Left out until the client confirms. */
  confirmed_at?: string;
  /** Left out until the client rejects; the latest round. */
  rejected_at?: string;
  /** Left out until the ticket is closed. */
  closed_at?: string;
  closed_by?: string;
  reject_reason?: string;
  cancel_reason?: string;
  /** How often the work was rejected. */
  rework_count: number;
  created_at: string;
};

export type TicketPage = {
  items: (Ticket)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type Recurrence = {
  /** The first run, and the origin of all that follow. */
  anchor_at: string;
  /** Days of 24 hours between runs. */
  period_days: number;
};

export type CreateTicket = {
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description: string;
  object_id: number;
  floor?: string;
  priority?: 'low' | 'normal' | 'high';
  recurring?: Recurrence;
};

export type TicketRecurring = {
  rule_id: number;
  anchor_at: string;
  period_days: number;
  is_active: boolean;
  next_run_at: string;
};

export type TicketDetail = {
  id: number;
  status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  priority: 'low' | 'normal' | 'high';
  description: string;
  floor: string;
  /** The object's address at the moment the ticket was created. */
  address: string;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  client_id: string;
  client_name: string;
  /** Left out until a worker is assigned. */
  worker_id?: string;
  worker_name?: string;
  /** Left out until a worker is assigned. */
  assigned_at?: string;
  /** Who assigned the worker; the worker, when they took it. */
  assigned_by?: string;
  /** The first start; later rounds keep it. */
  started_at?: string;
  /** Left out until the work is reported done; the latest round. */
  done_at?: string;
  /** Left out until the client confirms. */
  confirmed_at?: string;
  /** Left out until the client rejects; the latest round. */
  rejected_at?: string;
  /** Left out until the ticket is closed. */
  closed_at?: string;
  closed_by?: string;
  reject_reason?: string;
  cancel_reason?: string;
  /** How often the work was rejected. */
  rework_count: number;
  created_at: string;
  recurring?: TicketRecurring;
};

export type TicketEvent = {
  id: number;
  ticket_id: number;
  action: 'created' | 'assigned' | 'started' | 'done' | 'confirmed' | 'rejected' | 'canceled' | 'photo_added' | 'photo_removed';
  /** Empty for `created`. */
  from_status: string;
  to_status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  /** Empty when the account was deleted. */
  actor_id: string;
  actor_name: string;
  /** The reason of a rejection or cancellation, the file name of a photo, or empty. */
  comment: string;
  created_at: string;
};

export type TicketEventPage = {
  items: (TicketEvent)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type AssignWorker = {
  worker_id: string;
};

export type WithReason = {
  reason: string;
};

export type TicketDeadline = {
  /** null: no target. */
  take_by: string | null;
  /** null: no target. While the work waits for the client, the time as it was when the work was done. */
  finish_by: string | null;
  take_state: 'none' | 'ok' | 'due_soon' | 'overdue' | 'met' | 'missed';
  /** While the work waits for the client, the state stays. */
  finish_state: 'none' | 'ok' | 'due_soon' | 'overdue' | 'met' | 'missed';
};

export type HandedBack = {
  reason: string;
  at: string;
};

export type Hold = {
  /** What the work waits for. */
  reason: 'part' | 'access' | 'quote' | 'weather' | 'other';
  note: string;
  until: string | null;
  since: string;
  by_name: string;
};

export type Appointment = {
  from: string;
  to: string;
  note: string;
  set_by_name: string;
  set_at: string;
  /** Of the person who reported the problem; null: none. */
  answer: 'accepted' | 'declined' | null;
};

export type TicketCostSum = {
  /** A code of ISO 4217. */
  currency: string;
  /** The sum of the lines, in minor units. */
  total: number;
  /** Of the open quote, else of the newest that was not withdrawn. In minor units. */
  quoted: number | null;
  /** Of the quote that was approved last. In minor units. */
  approved: number | null;
};

export type ChecklistSummary = {
  open_required: number;
  failed: number;
  items: number;
};

export type RecurringPatternDates = {
  rrule: string;
  starts_on: string;
  time: string;
  timezone: string;
  lead_days: number;
};

export type TicketListItem = {
  id: number;
  status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  priority: 'low' | 'normal' | 'high';
  description: string;
  floor: string;
  /** The object's address at the moment the ticket was created. */
  address: string;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  client_id: string;
  client_name: string;
  /** Left out until a worker is assigned. */
  worker_id?: string;
  worker_name?: string;
  /** Left out until a worker is assigned. */
  assigned_at?: string;
  /** Who assigned the worker; the worker, when they took it. */
  assigned_by?: string;
  /** The first start; later rounds keep it. */
  started_at?: string;
  /** Left out until the work is reported done; the latest round. */
  done_at?: string;
  /** Left out until the client confirms. */
  confirmed_at?: string;
  /** Left out until the client rejects; the latest round. */
  rejected_at?: string;
  /** Left out until the ticket is closed. */
  closed_at?: string;
  closed_by?: string;
  reject_reason?: string;
  cancel_reason?: string;
  /** How often the work was rejected. */
  rework_count: number;
  created_at: string;
  /** What of the object the ticket is about; null: nobody has said. */
  equipment: EquipmentReference | null;
  /** When a closed ticket is removed. null: it is not closed, or closed tickets are kept. */
  retention: {
    /** From then on retention removes it. */
    removes_at: string;
    /** Whether it is archived before. */
    archived: boolean;
  } | null;
  /** When it was changed last: by an entry of its journal or a correction. */
  updated_at: string;
  /** What another system calls it; null: nothing. */
  reference: string | null;
  /** How many photos prove the work. */
  photos: number;
  /** In the order in which they were sent. */
  tags: (string)[];
  /** null: its project has no targets for it. */
  deadline: TicketDeadline | null;
  /** How many comments it has. */
  comments: number;
  /** Its worker asks for another one; null once it was reassigned, started or cancelled. */
  handed_back: HandedBack | null;
  /** What the work waits for; null: the ticket is not on hold. */
  hold: Hold | null;
  /** When somebody comes; null: nothing was agreed. */
  appointment: Appointment | null;
  /** For the owner, admins and the assigned worker; null: there are no costs and no quotes. */
  cost: TicketCostSum | null;
  /** The costs are above the limit of the project, and no quote of at least their sum was approved. */
  over_limit: boolean;
  /** When its worker last said to be on the way; null: never, or the work was done since. */
  on_my_way_at: string | null;
  /** How far its checklist is; null: it has none. */
  checklist: ChecklistSummary | null;
  /** The pattern of the rule that created it; null for a rule without one, and for other tickets. */
  recurring_pattern: RecurringPatternDates | null;
  /** How many pictures came with the report and the comments. */
  attachments: number;
  /** Reads the small version of the newest photo, or of the first attachment when there is no photo, without a token for a short time. null: there is neither. */
  cover_url: string | null;
};

export type TicketListPage = {
  items: (TicketListItem)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
  /** true: there are more than `total` says, which is counted up to 10,000. Left out otherwise. */
  total_is_lower_bound?: boolean;
};

export type ShownAnnouncement = {
  id: number;
  text: string;
  from: string;
  to: string;
};

export type TicketDetails = {
  id: number;
  status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  priority: 'low' | 'normal' | 'high';
  description: string;
  floor: string;
  /** The object's address at the moment the ticket was created. */
  address: string;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  client_id: string;
  client_name: string;
  /** Left out until a worker is assigned. */
  worker_id?: string;
  worker_name?: string;
  /** Left out until a worker is assigned. */
  assigned_at?: string;
  /** Who assigned the worker; the worker, when they took it. */
  assigned_by?: string;
  /** The first start; later rounds keep it. */
  started_at?: string;
  /** Left out until the work is reported done; the latest round. */
  done_at?: string;
  /** Left out until the client confirms. */
  confirmed_at?: string;
  /** Left out until the client rejects; the latest round. */
  rejected_at?: string;
  /** Left out until the ticket is closed. */
  closed_at?: string;
  closed_by?: string;
  reject_reason?: string;
  cancel_reason?: string;
  /** How often the work was rejected. */
  rework_count: number;
  created_at: string;
  recurring?: TicketRecurring;
  /** What of the object the ticket is about; null: nobody has said. */
  equipment: EquipmentReference | null;
  /** What people are told about the object now. */
  announcements: (ShownAnnouncement)[];
  /** When a closed ticket is removed. null: it is not closed, or closed tickets are kept. */
  retention: {
    /** From then on retention removes it. */
    removes_at: string;
    /** Whether it is archived before. */
    archived: boolean;
  } | null;
  /** When it was changed last: by an entry of its journal or a correction. */
  updated_at: string;
  /** What another system calls it; null: nothing. */
  reference: string | null;
  /** How many photos prove the work. */
  photos: number;
  /** In the order in which they were sent. */
  tags: (string)[];
  /** null: its project has no targets for it. */
  deadline: TicketDeadline | null;
  /** How many comments it has. */
  comments: number;
  /** Its worker asks for another one; null once it was reassigned, started or cancelled. */
  handed_back: HandedBack | null;
  /** What the work waits for; null: the ticket is not on hold. */
  hold: Hold | null;
  /** When somebody comes; null: nothing was agreed. */
  appointment: Appointment | null;
  /** For the owner, admins and the assigned worker; null: there are no costs and no quotes. */
  cost: TicketCostSum | null;
  /** The costs are above the limit of the project, and no quote of at least their sum was approved. */
  over_limit: boolean;
  /** When its worker last said to be on the way; null: never, or the work was done since. */
  on_my_way_at: string | null;
  /** How far its checklist is; null: it has none. */
  checklist: ChecklistSummary | null;
  /** The pattern of the rule that created it; null for a rule without one, and for other tickets. */
  recurring_pattern: RecurringPatternDates | null;
  /** How many pictures came with the report and the comments. */
  attachments: number;
};

export type EditTicket = {
  description?: string;
  category?: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  priority?: 'low' | 'normal' | 'high';
  floor?: string;
  /** What another system calls it, unique among the tickets of the client; empty: nothing. Can be set on a closed ticket, too. */
  reference?: string;
};

export type TicketChange = {
  /** Of the ticket. */
  id: number;
  /** The ticket is gone; left out for others. */
  deleted?: true;
  /** As an item of `GET /ext/tickets`, in its present state. */
  ticket?: TicketListItem;
};

export type TicketChanges = {
  items: (TicketChange)[];
  /** For `after` of the next request. Keep it with the copy. */
  cursor: string;
  /** true: there are further items now. */
  more: boolean;
};

export type ActivityActor = {
  /** Empty when the account was deleted, and for somebody without an account. */
  id: string;
  /** At that time; empty for somebody without an account. */
  name: string;
  /** `reporter`: somebody without an account who has reported the ticket. An entry of a journal has the present role, and none when the account was deleted; a comment keeps that of its time. */
  role?: 'worker' | 'admin' | 'client' | 'reporter';
};

export type ActivityTicket = {
  id: number;
  description: string;
  /** Now. */
  status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
};

export type ActivityObject = {
  id: number;
  name: string;
};

export type ActivityProject = {
  id: number;
  name: string;
};

export type ActivityEntry = {
  /** No other entry has it. */
  id: string;
  at: string;
  /** As in the journal of the ticket; `commented`: a comment. */
  action: 'created' | 'assigned' | 'started' | 'done' | 'confirmed' | 'rejected' | 'canceled' | 'photo_added' | 'photo_removed' | 'commented';
  /** Of the ticket before; left out for `created` and `commented`. */
  from_status?: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  actor: ActivityActor;
  ticket: ActivityTicket;
  object: ActivityObject;
  project: ActivityProject;
  /** The text of a comment, a reason, or the name of a photo; empty otherwise. */
  comment: string;
  /** A comment that only admins and the assigned worker read. */
  internal: boolean;
};

export type ActivityPage = {
  items: (ActivityEntry)[];
  /** How many there are up to the end of this page, and one more when there are more; with `after` the `offset` of the same link belongs to it. */
  total: number;
  limit: number;
  offset: number;
  /** true: there are more behind this page. Left out otherwise. */
  total_is_lower_bound?: boolean;
};

export type TicketEdit = {
  id: number;
  field: 'description' | 'category' | 'priority' | 'floor';
  from: string;
  to: string;
  /** Empty when the account was deleted. */
  actor_id: string;
  /** The name when the ticket was corrected. */
  actor_name: string;
  created_at: string;
};

export type TicketEditPage = {
  items: (TicketEdit)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type TicketLink = {
  id: number;
  kind: 'related' | 'duplicate' | 'blocks' | 'follow_up';
  /** out: it leads from this ticket to the other one. */
  direction: 'out' | 'in';
  /** The other one. */
  ticket: {
    id: number;
    status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
    description: string;
  };
};

export type TicketLinkPage = {
  items: (TicketLink)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type AddTicketLink = {
  /** The ticket that the link leads to. */
  ticket_id: number;
  kind: 'related' | 'duplicate' | 'blocks' | 'follow_up';
};

export type TicketTags = {
  tags: (string)[];
};

export type UsedTag = {
  /** As it was first written on one of these tickets. */
  tag: string;
  /** How many tickets have it that you may see. */
  tickets: number;
};

export type UsedTagPage = {
  items: (UsedTag)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type SavedView = {
  id: number;
  name: string;
  /** Parameters of `GET /ext/tickets`. */
  query: Record<string, string>;
  shared: boolean;
};

export type SavedViewPage = {
  items: (SavedView)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateView = {
  name: string;
  /** Parameters of `GET /ext/tickets`. */
  query: {
    /** Ids of tickets. */
    ids?: string;
    /** One value or several. */
    status?: string;
    /** One value or several. */
    category?: string;
    /** One value or several. */
    priority?: string;
    /** Ids of projects. */
    project_id?: string;
    /** Ids of objects. */
    object_id?: string;
    /** Ids of workers. */
    worker_id?: string;
    /** Ids of clients. */
    client_id?: string;
    /** true: of the lead of a team the tickets of the lead and the members, instead of those it sees; for others nothing. */
    team?: 'true' | 'false';
    /** Ids of equipment: the tickets that are about it. */
    equipment_id?: string;
    /** Only those that were created at this time or later. */
    created_from?: string;
    /** Only those that were created before this time. */
    created_to?: string;
    /** Only those that were closed at this time or later. */
    closed_from?: string;
    /** Only those that were closed before this time. */
    closed_to?: string;
    /** Only those whose `updated_at` is this time or later. */
    updated_from?: string;
    /** Only those that another system calls so. */
    reference?: string;
    /** true: only those whose work was rejected at least once. */
    reworked?: 'true' | 'false';
    /** Only those whose work was rejected at least so many times. */
    rework_count_from?: '1' | '2' | '3' | '4' | '5';
    /** true: only those that wait for a worker whose account is disabled. */
    worker_disabled?: 'true' | 'false';
    /** One tag or several with commas between them, of which a ticket has any; without regard to case and accents. */
    tag?: string;
    /** Beginnings of words, all of which the ticket has: in description, address, object, project, reasons and comments that you read, without regard to case and accents. `#123` is the number of a ticket. When nothing is found, words may differ in one letter, but for those of internal comments: those of a worker all, of others what is in no ticket. */
    q?: string;
    /** true: only those of which a deadline has passed. */
    overdue?: 'true' | 'false';
    /** Only those that were created in these days of `timezone`, the last seven with the present one. */
    created_in?: 'today' | 'last_7_days' | 'last_month';
    /** Only those that were closed in these days of `timezone`, the last seven with the present one. */
    closed_in?: 'today' | 'last_7_days' | 'last_month';
    /** Only those that this number of `GET /ext/stats` counts. */
    counted?: 'created' | 'closed' | 'canceled' | 'reworked' | 'met' | 'missed';
    /** Only those that `GET /ext/stats` counts at this time or later. */
    counted_from?: string;
    /** Only those that `GET /ext/stats` counts before this time. */
    counted_to?: string;
    /** Only those that `GET /ext/stats` counts for this worker. */
    counted_worker_id?: string;
    /** Only those that were created on this day of the week, from 1 for Monday. */
    created_weekday?: '1' | '2' | '3' | '4' | '5' | '6' | '7';
    /** Only those that were created in this hour of the day. */
    created_hour?: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23';
    /** Where the days of `created_in` and `closed_in` and `created_weekday` and `created_hour` are; UTC when it is left out. */
    timezone?: string;
    /** true: only those that wait for another worker. */
    handed_back?: 'true' | 'false';
    /** true: only those that are on hold. */
    on_hold?: 'true' | 'false';
    /** Only those whose appointment begins at this time or later. */
    appointment_from?: string;
    /** Only those whose appointment begins before this time. */
    appointment_to?: string;
    /** true: only those with a quote that can be answered, of which you see the costs. */
    open_quote?: 'true';
    /** Ties go by id. */
    sort?: 'created_at' | 'updated_at' | 'priority' | 'id' | 'relevance' | 'due' | 'appointment';
    /** Names ascend by default; else it is up to the list. */
    order?: 'asc' | 'desc';
  };
  /** true: everybody reads it, and admins change it. */
  shared?: boolean;
};

export type ChangeView = {
  name?: string;
  /** Parameters of `GET /ext/tickets`. */
  query?: {
    /** Ids of tickets. */
    ids?: string;
    /** One value or several. */
    status?: string;
    /** One value or several. */
    category?: string;
    /** One value or several. */
    priority?: string;
    /** Ids of projects. */
    project_id?: string;
    /** Ids of objects. */
    object_id?: string;
    /** Ids of workers. */
    worker_id?: string;
    /** Ids of clients. */
    client_id?: string;
    /** true: of the lead of a team the tickets of the lead and the members, instead of those it sees; for others nothing. */
    team?: 'true' | 'false';
    /** Ids of equipment: the tickets that are about it. */
    equipment_id?: string;
    /** Only those that were created at this time or later. */
    created_from?: string;
    /** Only those that were created before this time. */
    created_to?: string;
    /** Only those that were closed at this time or later. */
    closed_from?: string;
    /** Only those that were closed before this time. */
    closed_to?: string;
    /** Only those whose `updated_at` is this time or later. */
    updated_from?: string;
    /** Only those that another system calls so. */
    reference?: string;
    /** true: only those whose work was rejected at least once. */
    reworked?: 'true' | 'false';
    /** Only those whose work was rejected at least so many times. */
    rework_count_from?: '1' | '2' | '3' | '4' | '5';
    /** true: only those that wait for a worker whose account is disabled. */
    worker_disabled?: 'true' | 'false';
    /** One tag or several with commas between them, of which a ticket has any; without regard to case and accents. */
    tag?: string;
    /** Beginnings of words, all of which the ticket has: in description, address, object, project, reasons and comments that you read, without regard to case and accents. `#123` is the number of a ticket. When nothing is found, words may differ in one letter, but for those of internal comments: those of a worker all, of others what is in no ticket. */
    q?: string;
    /** true: only those of which a deadline has passed. */
    overdue?: 'true' | 'false';
    /** Only those that were created in these days of `timezone`, the last seven with the present one. */
    created_in?: 'today' | 'last_7_days' | 'last_month';
    /** Only those that were closed in these days of `timezone`, the last seven with the present one. */
    closed_in?: 'today' | 'last_7_days' | 'last_month';
    /** Only those that this number of `GET /ext/stats` counts. */
    counted?: 'created' | 'closed' | 'canceled' | 'reworked' | 'met' | 'missed';
    /** Only those that `GET /ext/stats` counts at this time or later. */
    counted_from?: string;
    /** Only those that `GET /ext/stats` counts before this time. */
    counted_to?: string;
    /** Only those that `GET /ext/stats` counts for this worker. */
    counted_worker_id?: string;
    /** Only those that were created on this day of the week, from 1 for Monday. */
    created_weekday?: '1' | '2' | '3' | '4' | '5' | '6' | '7';
    /** Only those that were created in this hour of the day. */
    created_hour?: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23';
    /** Where the days of `created_in` and `closed_in` and `created_weekday` and `created_hour` are; UTC when it is left out. */
    timezone?: string;
    /** true: only those that wait for another worker. */
    handed_back?: 'true' | 'false';
    /** true: only those that are on hold. */
    on_hold?: 'true' | 'false';
    /** Only those whose appointment begins at this time or later. */
    appointment_from?: string;
    /** Only those whose appointment begins before this time. */
    appointment_to?: string;
    /** true: only those with a quote that can be answered, of which you see the costs. */
    open_quote?: 'true';
    /** Ties go by id. */
    sort?: 'created_at' | 'updated_at' | 'priority' | 'id' | 'relevance' | 'due' | 'appointment';
    /** Names ascend by default; else it is up to the list. */
    order?: 'asc' | 'desc';
  };
  /** true: everybody reads it, and admins change it. */
  shared?: boolean;
};

export type Snippet = {
  id: number;
  /** What the text is for. */
  kind: 'comment' | 'reject' | 'cancel' | 'hold' | 'hand_back' | 'request';
  title: string;
  text: string;
  shared: boolean;
};

export type SnippetPage = {
  items: (Snippet)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateSnippet = {
  /** What the text is for. */
  kind: 'comment' | 'reject' | 'cancel' | 'hold' | 'hand_back' | 'request';
  title: string;
  text: string;
  /** true: everybody reads it, and admins change it. */
  shared?: boolean;
};

export type ChangeSnippet = {
  /** What the text is for. */
  kind?: 'comment' | 'reject' | 'cancel' | 'hold' | 'hand_back' | 'request';
  title?: string;
  text?: string;
  /** true: everybody reads it, and admins change it. */
  shared?: boolean;
};

export type Contact = {
  name: string;
  /** Empty when the account has none, and that of the client for a worker who has left the project. */
  phone: string;
};

export type Reporter = {
  /** What was left beside a phone number and an address, mostly a name. */
  name: string;
  phone: string;
  /** Nobody may have confirmed it. */
  email: string;
};

export type TicketContacts = {
  client: Contact;
  /** Who reported it without an account; of several one who left something, first the one whose report became the ticket. null: nobody, and for others than the owner, admins and the assigned worker. */
  reporter: Reporter | null;
  /** null: nobody is assigned. */
  worker: Contact | null;
};

export type ProjectTargets = {
  /** A name of the IANA database. */
  timezone: string;
  /** null: around the clock. From and to; hours that end at or before their beginning go on over midnight. A day that is left out has none. */
  working_hours: {
    mon?: (string)[];
    tue?: (string)[];
    wed?: (string)[];
    thu?: (string)[];
    fri?: (string)[];
    sat?: (string)[];
    sun?: (string)[];
  } | null;
  /** Days on which no working hours begin. */
  holidays: (string)[];
  take_within_minutes: {
    /** null: no target. */
    low: number | null;
    /** null: no target. */
    normal: number | null;
    /** null: no target. */
    high: number | null;
  };
  finish_within_minutes: {
    /** null: no target. */
    low: number | null;
    /** null: no target. */
    normal: number | null;
    /** null: no target. */
    high: number | null;
  };
};

export type TargetSettings = {
  /** A name of the IANA database. */
  timezone: string;
  /** null, or left out: around the clock. From and to; hours that end at or before their beginning go on over midnight. A day that is left out has none. */
  working_hours?: {
    mon?: (string)[];
    tue?: (string)[];
    wed?: (string)[];
    thu?: (string)[];
    fri?: (string)[];
    sat?: (string)[];
    sun?: (string)[];
  };
  /** Days on which no working hours begin. */
  holidays?: (string)[];
  /** null, or left out: no target for this priority. */
  take_within_minutes: {
    /** Minutes of working time. */
    low?: number;
    /** Minutes of working time. */
    normal?: number;
    /** Minutes of working time. */
    high?: number;
  };
  /** null, or left out: no target for this priority. */
  finish_within_minutes: {
    /** Minutes of working time. */
    low?: number;
    /** Minutes of working time. */
    normal?: number;
    /** Minutes of working time. */
    high?: number;
  };
};

export type DefaultTargets = {
  /** A name of the IANA database. */
  timezone: string;
  /** null: around the clock. From and to; hours that end at or before their beginning go on over midnight. A day that is left out has none. */
  working_hours: {
    mon?: (string)[];
    tue?: (string)[];
    wed?: (string)[];
    thu?: (string)[];
    fri?: (string)[];
    sat?: (string)[];
    sun?: (string)[];
  } | null;
  /** Days on which no working hours begin. */
  holidays: (string)[];
  take_within_minutes: {
    /** null: no target. */
    low: number | null;
    /** null: no target. */
    normal: number | null;
    /** null: no target. */
    high: number | null;
  };
  finish_within_minutes: {
    /** null: no target. */
    low: number | null;
    /** null: no target. */
    normal: number | null;
    /** null: no target. */
    high: number | null;
  };
  /** The ids of the projects for which these targets do not count. */
  projects_with_own_targets: (number)[];
};

export type TicketDeadlines = {
  id: number;
  /** null: no target. */
  take_by: string | null;
  /** null: no target. While the work waits for the client, the time as it was when the work was done. */
  finish_by: string | null;
  take_state: 'none' | 'ok' | 'due_soon' | 'overdue' | 'met' | 'missed';
  /** While the work waits for the client, the state stays. */
  finish_state: 'none' | 'ok' | 'due_soon' | 'overdue' | 'met' | 'missed';
};

export type TicketDeadlinesPage = {
  items: (TicketDeadlines)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CommentAttachment = {
  id: number;
  filename: string;
  content_type: string;
  /** Bytes. */
  size: number;
  /** Reads the image without a token, for a short time. */
  url: string;
  /** A small version of the image. */
  thumb_url: string;
};

export type TicketComment = {
  id: number;
  /** Empty when the account was deleted, and for `reporter`. */
  author_id: string;
  /** The name when the comment was written. */
  author_name: string;
  /** `reporter`: somebody without an account who has reported the ticket; the name is empty. */
  author_role: 'worker' | 'admin' | 'client' | 'reporter';
  text: string;
  /** Only admins and the worker to whom the ticket is assigned read it. */
  internal: boolean;
  /** Those who reported the ticket without an account read it. */
  to_reporter: boolean;
  attachments: (CommentAttachment)[];
  created_at: string;
};

export type TicketCommentPage = {
  items: (TicketComment)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type AddComment = {
  text: string;
  /** true: only admins and the worker to whom the ticket is assigned read it, and only they may send it. */
  internal?: boolean;
  /** true: it is shown, without a name, on the page of those who reported the ticket without an account, which has to be somebody. Not with `internal`. */
  to_reporter?: boolean;
};

export type ChainHash = {
  /** The entry of the journal. */
  id: number;
  /** SHA-256 in hex. */
  hash: string;
  /** The photo that the entry is about, where it is known. */
  photo_id: number | null;
  /** Of the file of an added photo, as it was stored. */
  photo_sha256: string | null;
  /** When the name of its author was replaced; the hash is the one from before. */
  replaced_at?: string;
};

export type TicketChain = {
  /** Whether the journal is the one that was written. */
  ok: boolean;
  /** Why it is not. */
  reason?: 'no_chain' | 'entries_missing' | 'entries_added' | 'entry_changed' | 'photo_missing';
  /** The first entry whose hash is not the one that was written. */
  entry_id?: number;
  /** The hash of the newest entry when it was written, in hex; empty without a chain. */
  head: string;
  /** How many entries the journal has. */
  entries: number;
  /** Of how many entries the name of the author was replaced since they were written. */
  replaced: number;
  /** From when on changes are noticed: the first entry. Left out when an upgrade calculated the chain afterwards. */
  since?: string;
  /** A page of the entries, the oldest first, with their recalculated hashes. */
  hashes: (ChainHash)[];
};

export type ChainReplacement = {
  ticket_id: number;
  id: number;
  /** The entry whose author has another name since. */
  entry_id: number;
  /** The entry after which the record stands in the chain. */
  after_entry_id: number;
  replaced_at: string;
  /** The admin. */
  replaced_by: string;
  /** Of the entry as it was written: the link that stays in the chain. */
  entry_hash: string;
  /** Of the entry with the new name, calculated in the same way. */
  content_hash: string;
  /** Of the record: the next link of the chain. */
  hash: string;
};

export type ChainReplacementPage = {
  items: (ChainReplacement)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type Workload = {
  worker_id: string;
  worker_name: string;
  open: number;
  assigned: number;
  in_progress: number;
  rejected: number;
  done: number;
};

export type WorkloadPage = {
  items: (Workload)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CostTotal = {
  /** A code of ISO 4217. */
  currency: string;
  /** In minor units, such as cents. */
  total: number;
};

export type StatsBucket = {
  /** The beginning of the day, week or month. */
  from: string;
  created: number;
  /** With those that were canceled. */
  closed: number;
  canceled: number;
  /** How often work was rejected. */
  reworked: number;
  /** Lines of cost whose day is in this range, by currency, with those of tickets that were deleted. */
  costs: (CostTotal)[];
};

export type Durations = {
  /** null: there was no such ticket. */
  median_minutes: number | null;
  /** null: there was no such ticket. */
  p90_minutes: number | null;
};

export type StatsRating = {
  count: number;
  /** From 1 to 5, to two decimals; null: no ratings. */
  mean: number | null;
};

export type StatsHourOfWeek = {
  /** From 1 for Monday. */
  weekday: number;
  hour: number;
  created: number;
};

export type StatsFailedItem = {
  checklist: string;
  label: string;
  failed: number;
};

export type StatsWaiting = {
  /** What the work waited for. */
  reason: 'part' | 'access' | 'quote' | 'weather' | 'other';
  holds: number;
  /** How long all of them lasted together, in this range. */
  minutes: number;
};

export type StatsAgeClass = {
  /** The age in days of the time zone: 0 since midnight. null: older. */
  max_days: number | null;
  /** When the oldest can have been created; null: at any time. */
  created_from: string | null;
  /** The moment after the youngest; null: now. */
  created_to: string | null;
  open: number;
};

export type Stats = {
  buckets: (StatsBucket)[];
  totals: {
    created: number;
    /** With those that were canceled. */
    closed: number;
    canceled: number;
    /** How often work was rejected. */
    reworked: number;
    /** From the creation until somebody was assigned first, in this range. */
    take: Durations;
    /** From the creation until the work was done last; of tickets confirmed in this range. */
    finish: Durations;
    /** Tickets closed in this range that met all their deadlines, or missed one. */
    deadlines: {
      met: number;
      missed: number;
    };
    /** Lines of cost whose day is in this range, by currency, with those of tickets that were deleted. */
    costs: (CostTotal)[];
    /** Ratings by people who reported a problem without an account, given in this range, with those of tickets that were deleted. */
    rating: StatsRating;
  };
  by_category: ({
    category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
    created: number;
    /** With those that were canceled. */
    closed: number;
    canceled: number;
    /** How often work was rejected. */
    reworked: number;
    /** From the creation until somebody was assigned first, in this range. */
    take: Durations;
    /** From the creation until the work was done last; of tickets confirmed in this range. */
    finish: Durations;
    /** Tickets closed in this range that met all their deadlines, or missed one. */
    deadlines: {
      met: number;
      missed: number;
    };
    /** Lines of cost whose day is in this range, by currency, with those of tickets that were deleted. */
    costs: (CostTotal)[];
  })[];
  /** At most 100: those with the most tickets, then those that only have costs or ratings. */
  by_object: ({
    /** null: objects that were deleted. */
    object_id: number | null;
    name: string;
    created: number;
    /** With those that were canceled. */
    closed: number;
    canceled: number;
    /** How often work was rejected. */
    reworked: number;
    /** From the creation until somebody was assigned first, in this range. */
    take: Durations;
    /** From the creation until the work was done last; of tickets confirmed in this range. */
    finish: Durations;
    /** Tickets closed in this range that met all their deadlines, or missed one. */
    deadlines: {
      met: number;
      missed: number;
    };
    /** Lines of cost whose day is in this range, by currency, with those of tickets that were deleted. */
    costs: (CostTotal)[];
    /** Ratings by people who reported a problem without an account, given in this range, with those of tickets that were deleted. */
    rating: StatsRating;
  })[];
  /** At most 100, those with the most tickets, then those that only have ratings. The worker is the one to whom the ticket was assigned then. */
  by_worker: ({
    /** null: accounts that were deleted. */
    worker_id: string | null;
    name: string | null;
    /** With those that were canceled. */
    closed: number;
    canceled: number;
    /** How often work was rejected. */
    reworked: number;
    /** From the creation until somebody was assigned first, in this range. */
    take: Durations;
    /** From the creation until the work was done last; of tickets confirmed in this range. */
    finish: Durations;
    /** Tickets closed in this range that met all their deadlines, or missed one. */
    deadlines: {
      met: number;
      missed: number;
    };
    /** Of work on tickets that were assigned to the worker when they were closed. */
    rating: StatsRating;
  })[];
  /** Equipment with costs, at most 100, the highest first; without those of tickets that were deleted. */
  by_equipment: ({
    equipment_id: number;
    name: string;
    object_name: string;
    /** Lines of cost whose day is in this range, by currency, with those of tickets that were deleted. */
    costs: (CostTotal)[];
  })[];
  /** Created tickets by local hour; hours without tickets are left out. */
  by_hour: (StatsHourOfWeek)[];
  /** Appointments that ended in this range, without those that were moved or cancelled before, and of work done before. */
  appointments: {
    /** The work was started or finished or photographed until its end, at most an hour before it. */
    kept: number;
    missed: number;
  };
  /** Answers to checklists in this range that have failed, by item, at most 20, the most frequent first; without those of deleted tickets. */
  failed_items: (StatsFailedItem)[];
  /** Holds in this range, the longest waiting first. */
  waiting_by_reason: (StatsWaiting)[];
  /** The tickets that are open now, whatever the range, the youngest first. */
  open_by_age: (StatsAgeClass)[];
  /** Tickets that were closed before are deleted, and only counted here. null: none are deleted. */
  deleted_before: string | null;
};

export type Repeat = {
  object_id: number;
  object_name: string;
  project_id: number;
  project_name: string;
  /** null unless `by` is `equipment`. */
  equipment: EquipmentReference | null;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  /** Created in the last 30 days. */
  tickets: number;
  last_created_at: string;
};

export type RepeatPage = {
  items: (Repeat)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type ReassignTicket = {
  worker_id: string;
  /** For the journal and the new worker. */
  reason?: string;
};

export type HandBackTicket = {
  reason: string;
};

export type HandBack = {
  id: number;
  ticket_id: number;
  /** Empty when the account was deleted. */
  worker_id: string;
  worker_name: string;
  /** Who acted for the worker (Act-For), and left out otherwise; empty for deleted accounts. */
  actor_id?: string;
  actor_name?: string;
  reason: string;
  /** The ticket still waits for another worker. */
  is_open: boolean;
  created_at: string;
};

export type HandBackPage = {
  items: (HandBack)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type Handover = {
  to_worker_id: string;
  /** Only tickets of this project. */
  project_id?: number;
};

export type HandoverResult = {
  moved: (number)[];
  refused: ({
    id: number;
    error: string;
  })[];
};

export type PutHold = {
  /** What the work waits for. */
  reason: 'part' | 'access' | 'quote' | 'weather' | 'other';
  note?: string;
  /** When it ends by itself. */
  until?: string;
};

export type TicketHold = {
  id: number;
  ticket_id: number;
  /** What the work waits for. */
  reason: 'part' | 'access' | 'quote' | 'weather' | 'other';
  note: string;
  until: string | null;
  since: string;
  by_name: string;
  /** Empty when the account was deleted. */
  by_id: string;
  /** null: the ticket is on hold. */
  ended_at: string | null;
  /** `until`: its time came; `changed`: the ticket was started, done, canceled or reassigned. */
  end_reason: 'until' | 'removed' | 'replaced' | 'changed' | null;
};

export type TicketHoldPage = {
  items: (TicketHold)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type PutAppointment = {
  /** Not in the past. */
  from: string;
  /** After `from`, at most 24 hours. */
  to: string;
  note?: string;
};

export type AppointmentConflict = {
  ticket_id: number;
  from: string;
  to: string;
};

export type BusyTime = {
  from: string;
  to: string;
  busy: true;
};

export type AppointmentAnswered = {
  appointment: Appointment;
  /** Overlapping appointments of the same worker, up to 100; those that you may not see are only `busy`. */
  conflicts: (AppointmentConflict | BusyTime)[];
};

export type TicketAppointment = {
  id: number;
  ticket_id: number;
  from: string;
  to: string;
  note: string;
  set_by_name: string;
  set_at: string;
  /** Of the person who reported the problem; null: none. */
  answer: 'accepted' | 'declined' | null;
  /** Empty when the account was deleted. */
  set_by: string;
  /** What the person who reported the problem wrote with the answer. */
  answer_note: string;
  answered_at: string | null;
  /** null: it is the appointment of the ticket. */
  ended_at: string | null;
  end_reason: 'replaced' | 'canceled' | 'ticket_canceled' | null;
};

export type TicketAppointmentPage = {
  items: (TicketAppointment)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type PostOfferedWindow = {
  /** Not in the past. */
  from: string;
  /** After `from`, at most 24 hours. */
  to: string;
};

export type PostAppointmentOffers = {
  /** Different times. */
  windows: (PostOfferedWindow)[];
};

export type OfferedWindow = {
  from: string;
  to: string;
};

export type AppointmentOffers = {
  id: number;
  ticket_id: number;
  windows: (OfferedWindow)[];
  /** Empty when the account was deleted. */
  offered_by: string;
  offered_by_name: string;
  offered_at: string;
  /** null: the person who reported the problem may choose one. */
  ended_at: string | null;
  /** `withdrawn`: by an appointment that somebody set or canceled. */
  end_reason: 'chosen' | 'declined' | 'replaced' | 'withdrawn' | 'ticket_closed' | null;
  /** What the person who reported the problem wrote with the answer. */
  answer_note: string;
};

export type AppointmentOffersPage = {
  items: (AppointmentOffers)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type ProjectCosts = {
  /** A code of ISO 4217. */
  currency: string;
  /** In minor units. Costs of a ticket above it are marked unless a quote of at least their sum was approved; nothing is refused. null: no limit. */
  approval_limit: number | null;
};

export type CostSettings = {
  /** A code of ISO 4217. */
  currency: string;
  /** In minor units. Costs of a ticket above it are marked unless a quote of at least their sum was approved; nothing is refused. null: no limit. */
  approval_limit: number | null;
};

export type TicketCost = {
  id: number;
  ticket_id: number;
  kind: 'labour' | 'material' | 'travel' | 'other';
  text: string;
  quantity: string;
  unit: string;
  /** In minor units. */
  unit_price: number;
  /** Quantity times price, rounded half up to a minor unit. */
  amount: number;
  /** A code of ISO 4217. */
  currency: string;
  /** null: of nobody, or the account was deleted. */
  worker_id: string | null;
  /** The name at that time; empty: of nobody. */
  worker_name: string;
  on: string;
  /** Empty when the account was deleted. */
  created_by: string;
  created_by_name: string;
  created_at: string;
};

export type TicketCostPage = {
  items: (TicketCost)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
  /** What lines of the ticket count in, whether or not there are any. */
  currency: string;
};

export type AddCost = {
  kind: 'labour' | 'material' | 'travel' | 'other';
  text: string;
  /** A plain decimal of 0 or more with up to 3 decimals. */
  quantity: string;
  unit?: string;
  /** In minor units, such as cents. */
  unit_price: number;
  /** Whose work it was: the assigned worker, or an active member of the project. */
  worker_id?: string | null;
  /** The day on which it arose; today in UTC when it is left out. */
  on?: string;
};

export type LastCost = {
  /** Of the newest line with this kind, text, unit and currency. */
  id: number;
  kind: 'labour' | 'material' | 'travel' | 'other';
  text: string;
  unit: string;
  /** Of that line, in minor units. */
  unit_price: number;
  /** A code of ISO 4217. */
  currency: string;
  /** Of that line. */
  created_at: string;
};

export type LastCostPage = {
  items: (LastCost)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type EditCost = {
  kind?: 'labour' | 'material' | 'travel' | 'other';
  text?: string;
  /** A plain decimal of 0 or more with up to 3 decimals. */
  quantity?: string;
  unit?: string;
  /** In minor units, such as cents. */
  unit_price?: number;
  /** Whose work it was: the assigned worker, or an active member of the project. */
  worker_id?: string | null;
  on?: string;
};

export type FormerCost = {
  kind: 'labour' | 'material' | 'travel' | 'other';
  text: string;
  quantity: string;
  unit: string;
  /** In minor units. */
  unit_price: number;
  /** Quantity times price, rounded half up to a minor unit. */
  amount: number;
  /** null: of nobody, or the account was deleted. */
  worker_id: string | null;
  /** The name at that time; empty: of nobody. */
  worker_name: string;
  on: string;
};

export type TicketCostEdit = {
  id: number;
  ticket_id: number;
  /** The line, which is gone when it was removed. */
  cost_id: number;
  change: 'changed' | 'removed';
  before: FormerCost;
  /** Empty when the account was deleted. */
  actor_id: string;
  /** The name when the line was changed. */
  actor_name: string;
  created_at: string;
};

export type TicketCostEditPage = {
  items: (TicketCostEdit)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type PricedLine = {
  kind: 'labour' | 'material' | 'travel' | 'other';
  text: string;
  quantity: string;
  unit: string;
  /** In minor units. */
  unit_price: number;
  /** Quantity times price, rounded half up to a minor unit. */
  amount: number;
};

export type TicketQuote = {
  id: number;
  ticket_id: number;
  /** `expired`: its time is over, or the ticket was closed. */
  status: 'open' | 'approved' | 'declined' | 'withdrawn' | 'expired';
  /** A code of ISO 4217. */
  currency: string;
  /** The sum of the lines, in minor units. */
  total: number;
  lines: (PricedLine)[];
  note: string;
  /** As it was sent: a day in UTC, which is included, or a moment. null: without an end. */
  valid_until: string | null;
  /** Empty when the account was deleted. */
  sent_by: string;
  sent_by_name: string;
  sent_at: string;
  /** Who approved or declined it; empty: nobody, or the account was deleted. */
  answered_by: string;
  answered_by_name: string;
  /** When it was answered or withdrawn, or expired; null: it is open. */
  ended_at: string | null;
  /** Why it was declined. */
  reason: string;
};

export type TicketQuotePage = {
  items: (TicketQuote)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type QuotedLine = {
  kind: 'labour' | 'material' | 'travel' | 'other';
  text: string;
  /** A plain decimal of 0 or more with up to 3 decimals. */
  quantity: string;
  unit?: string;
  /** In minor units, such as cents. */
  unit_price: number;
};

export type SendQuote = {
  lines: (QuotedLine)[];
  note?: string;
  /** A day in UTC, which is included, or a moment; in the future. It can be answered until then. */
  valid_until?: unknown;
};

export type DeclineQuote = {
  reason: string;
};

export type OnMyWay = {
  /** When the client was notified. */
  at: string;
};

export type Absence = {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  note: string;
};

export type AbsencePage = {
  items: (Absence)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type NewAbsence = {
  from: string;
  to: string;
  note?: string;
};

export type NewAbsences = (NewAbsence)[];

export type MemberAbsence = {
  worker_id: string;
  worker_name: string;
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  note: string;
};

export type MemberAbsencePage = {
  items: (MemberAbsence)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type PlannedVisit = {
  ticket_id: number;
  status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  /** Its first 200 characters. */
  description: string;
  address: string;
  from: string;
  to: string;
};

export type PlannedWorker = {
  id: string;
  name: string;
  absences: (Absence)[];
  /** Tickets that are assigned and not closed, of those that you see. */
  open: number;
  /** In the order of time; of tickets that you may not see only the time. */
  appointments: (PlannedVisit | BusyTime)[];
};

export type UnplannedTicket = {
  ticket_id: number;
  status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
  /** Its first 200 characters. */
  description: string;
  address: string;
};

export type Planner = {
  /** By name. */
  workers: (PlannedWorker)[];
  /** Appointments of tickets without a worker. */
  unassigned: (PlannedVisit)[];
  /** Tickets to be done without an appointment, those of high priority first, then the oldest, up to 100. */
  unplanned: (UnplannedTicket)[];
  has_more_unplanned: boolean;
};

export type Checklist = {
  id: number;
  /** The client whose checklist it is. null: it is of the admins. */
  client_id: string | null;
  name: string;
  items: ({
    id: string;
    label: string;
    /** What is answered: `check` is true or false, `photo` the id of a photo of the ticket. */
    kind: 'check' | 'text' | 'number' | 'choice' | 'photo';
    /** Only of a number. */
    unit?: string;
    /** Only of a number. A smaller one has failed. */
    min?: number;
    /** Only of a number. A larger one has failed. */
    max?: number;
    /** Only of a choice, which needs them. */
    choices?: (string)[];
    required: boolean;
  })[];
  created_at: string;
};

export type ChecklistPage = {
  items: (Checklist)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateChecklist = {
  name: string;
  items: ({
    /** Of an item that the checklist has and that stays; only in a PATCH. */
    id?: string;
    label: string;
    /** What is answered: `check` is true or false, `photo` the id of a photo of the ticket. */
    kind: 'check' | 'text' | 'number' | 'choice' | 'photo';
    /** Only of a number. */
    unit?: string;
    /** Only of a number. A smaller one has failed. */
    min?: number;
    /** Only of a number. A larger one has failed. */
    max?: number;
    /** Only of a choice, which needs them. */
    choices?: (string)[];
    /** It should be answered before the work is finished. */
    required?: boolean;
  })[];
  /** The client for which an admin creates it; without it the checklist is of the admins. */
  client_id?: string;
};

export type ChangeChecklist = {
  name?: string;
  items?: ({
    /** Of an item that the checklist has and that stays; only in a PATCH. */
    id?: string;
    label: string;
    /** What is answered: `check` is true or false, `photo` the id of a photo of the ticket. */
    kind: 'check' | 'text' | 'number' | 'choice' | 'photo';
    /** Only of a number. */
    unit?: string;
    /** Only of a number. A smaller one has failed. */
    min?: number;
    /** Only of a number. A larger one has failed. */
    max?: number;
    /** Only of a choice, which needs them. */
    choices?: (string)[];
    /** It should be answered before the work is finished. */
    required?: boolean;
  })[];
};

export type PutTicketChecklist = {
  /** The checklist to copy; null: the ticket has none. */
  checklist_id: number | null;
};

export type TicketChecklist = {
  /** The checklist that it is a copy of; null: that was deleted. */
  checklist_id: number | null;
  name: string;
  items: ({
    id: string;
    label: string;
    /** What is answered: `check` is true or false, `photo` the id of a photo of the ticket. */
    kind: 'check' | 'text' | 'number' | 'choice' | 'photo';
    /** Only of a number. */
    unit?: string;
    /** Only of a number. A smaller one has failed. */
    min?: number;
    /** Only of a number. A larger one has failed. */
    max?: number;
    /** Only of a choice, which needs them. */
    choices?: (string)[];
    required: boolean;
    /** true or false, a text, a number, one of the choices or the id of a photo; null: it is not answered. */
    value: boolean | number | string | null;
    /** failed: no, or a number out of its limits. */
    state: 'open' | 'ok' | 'failed';
    answered_at: string | null;
    /** Empty until it is answered. */
    answered_by_name: string;
    /** The answer in the newest earlier ticket of the building with the same checklist; null: there is none. */
    previous: {
      /** true or false, a text, a number, one of the choices or the id of a photo; null: it is not answered. */
      value: boolean | number | string | null;
      answered_at: string;
    } | null;
  })[];
  /** How many required items are not answered. */
  open_required: number;
  /** How many items have failed. */
  failed: number;
};

export type ChecklistAnswers = {
  /** The value of each item, by the id of the item. */
  answers: Record<string, boolean | number | string | null>;
};

export type UsableChecklist = {
  id: number;
  name: string;
  /** How many it has. */
  items: number;
};

export type UsableChecklistPage = {
  items: (UsableChecklist)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type RecurringRule = {
  id: number;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  /** The object's address when the rule was created. */
  address: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description: string;
  floor: string;
  priority: 'low' | 'normal' | 'high';
  anchor_at: string;
  period_days: number;
  is_active: boolean;
  /** null: it never ran. */
  last_run_at: string | null;
  /** When it runs next; for a disabled rule, when it would. */
  next_run_at: string;
  client_id: string;
  client_name: string;
  /** Empty when the account was deleted. */
  created_by: string;
  created_by_name: string;
  created_at: string;
};

export type RecurringRulePage = {
  items: (RecurringRule)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateRule = {
  /** The first run, and the origin of all that follow. */
  anchor_at: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description: string;
  object_id: number;
  /** Days of 24 hours between runs. */
  period_days: number;
  floor?: string;
  priority?: 'low' | 'normal' | 'high';
};

export type ChangeRule = {
  /** The first run, and the origin of all that follow. */
  anchor_at?: string;
  category?: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description?: string;
  floor?: string;
  is_active?: boolean;
  /** Days of 24 hours between runs. */
  period_days?: number;
  priority?: 'low' | 'normal' | 'high';
};

export type RunResult = {
  ok: boolean;
  ticket_id: number;
};

export type RecurringRun = {
  id: number;
  rule_id: number;
  run_at: string;
  ticket_id: number | null;
  address: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
};

export type RecurringRunPage = {
  items: (RecurringRun)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type NextRunStatus = {
  rule_id: number;
  last_run_at: string | null;
  next_run_at: string;
  /** The time of the next run has come. */
  due: boolean;
  /** Why the rule creates no ticket even when it is due; null: nothing blocks it. */
  blocker: 'rule_disabled' | 'project_disabled' | 'object_disabled' | 'previous_ticket_open' | null;
  /** The previous ticket, while it is not closed. */
  open_ticket_id: number | null;
  /** Time between two evaluations of all rules; a due rule runs at the next. */
  evaluation_interval_seconds: number;
  /** About when the evaluation comes that creates the ticket, if the previous one is closed by then. null: the rule, its project or its object is disabled, or the last evaluation failed or is overdue. */
  expected_at: string | null;
};

export type RecurringPattern = {
  rrule: string;
  starts_on: string;
  time: string;
  timezone: string;
  lead_days: number;
  /** null: nobody is assigned, or the account was deleted. */
  worker_id: string | null;
  /** Empty without a worker. */
  worker_name: string;
  /** The worker is no active member of the project any more, so tickets stay new. */
  is_worker_missing: boolean;
  /** The id of `equipment`. */
  equipment_id: number | null;
  /** What each ticket is about. null: nobody has said, or the equipment was deleted. */
  equipment: EquipmentReference | null;
  /** The checklist that is copied to each ticket; null: none, or it was deleted. */
  checklist_id: number | null;
  /** No date comes any more: the rule is disabled and keeps the last one. */
  has_ended: boolean;
};

export type ListedRecurringRule = {
  id: number;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  /** The object's address when the rule was created. */
  address: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description: string;
  floor: string;
  priority: 'low' | 'normal' | 'high';
  anchor_at: string;
  period_days: number;
  is_active: boolean;
  /** null: it never ran. */
  last_run_at: string | null;
  /** When it runs next; for a disabled rule, when it would. */
  next_run_at: string;
  client_id: string;
  client_name: string;
  /** Empty when the account was deleted. */
  created_by: string;
  created_by_name: string;
  created_at: string;
  /** null: it follows its grid. */
  pattern: RecurringPattern | null;
};

export type ListedRecurringRulePage = {
  items: (ListedRecurringRule)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type NewRecurringPattern = {
  /** A recurrence rule of RFC 5545 with FREQ (DAILY, WEEKLY, MONTHLY or YEARLY), INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, and COUNT or UNTIL. Weeks begin on Monday. Dates of the next 100 years are looked for. */
  rrule: string;
  /** The first day that can be a date, and the one from which intervals are counted; from 1970 on. */
  starts_on: string;
  /** When clocks skip it, the first moment after the gap counts; when it comes twice, the first. */
  time: string;
  /** A name of the IANA database. */
  timezone: string;
  /** How many days before a date its ticket is created, at the same local time. */
  lead_days?: number;
  /** An active member of the project, to whom each ticket is assigned when it is created. */
  worker_id?: string;
  /** Equipment of the object of the rule, which each ticket is about. */
  equipment_id?: number;
  /** A checklist of the client or of the admins, which is copied to each ticket. */
  checklist_id?: number;
};

export type CreateRuleWithPattern = {
  /** The first run, and the origin of all that follow. */
  anchor_at: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description: string;
  object_id: number;
  /** Days of 24 hours between runs. */
  period_days: number;
  floor?: string;
  priority?: 'low' | 'normal' | 'high';
  pattern: NewRecurringPattern;
};

export type RecurringRuleWithPattern = {
  id: number;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  /** The object's address when the rule was created. */
  address: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  description: string;
  floor: string;
  priority: 'low' | 'normal' | 'high';
  anchor_at: string;
  period_days: number;
  is_active: boolean;
  /** null: it never ran. */
  last_run_at: string | null;
  /** When it runs next; for a disabled rule, when it would. */
  next_run_at: string;
  client_id: string;
  client_name: string;
  /** Empty when the account was deleted. */
  created_by: string;
  created_by_name: string;
  created_at: string;
  pattern: RecurringPattern;
};

export type RecurringPatternPreview = {
  /** The coming dates; fewer than `count` where the pattern ends. */
  dates: ({
    at: string;
    /** The local time of that moment. */
    local: string;
  })[];
};

export type CalendarRun = {
  rule_id: number;
  /** When it is due. An overdue run is expected at the next evaluation of the rules and has the present time. */
  at: string;
  /** When it is due by the schedule; in the past for an overdue run. */
  due_at: string;
  /** Whether it creates a ticket, as far as it can be known now. */
  will_run: boolean;
  /** Why it creates no ticket; null: it creates one. `previous_ticket_open` is of the next run of a rule only: later ones are expected to find the ticket before them closed. */
  reason: 'rule_disabled' | 'project_disabled' | 'object_disabled' | 'previous_ticket_open' | null;
  /** With `previous_ticket_open`: the ticket that is not closed. */
  open_ticket_id: number | null;
  project_id: number;
  project_name: string;
  object_id: number;
  object_name: string;
  address: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  priority: 'low' | 'normal' | 'high';
  /** Of its rule; null: the rule follows its grid. */
  pattern: RecurringPatternDates | null;
  /** The first 100 characters of the description. */
  summary: string;
};

export type CalendarRunPage = {
  items: (CalendarRun)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type ShiftRule = {
  /** When the run that is moved is due by the schedule, as the calendar has it. */
  due_at: string;
  /** When it is to be due: in the future. */
  to: string;
  /** Of the preview that was confirmed: returns 409 when the schedule has changed. */
  version?: string;
};

export type RuleShift = {
  rule_id: number;
  /** The anchor before the shift. */
  anchor_at: string;
  /** The anchor after it, which is the next run. */
  new_anchor_at: string;
  /** Of the schedule before the shift. */
  version: string;
  /** The next 6 runs without the shift. */
  before: ({
    /** When it is due. An overdue run is expected at the next evaluation of the rules and has the present time. */
    at: string;
    /** When it is due by the schedule; in the past for an overdue run. */
    due_at: string;
    /** Whether it creates a ticket, as far as it can be known now. */
    will_run: boolean;
    /** Why it creates no ticket; null: it creates one. `previous_ticket_open` is of the next run of a rule only: later ones are expected to find the ticket before them closed. */
    reason: 'rule_disabled' | 'project_disabled' | 'object_disabled' | 'previous_ticket_open' | null;
  })[];
  /** The next 6 runs with it. */
  after: ({
    /** When it is due. An overdue run is expected at the next evaluation of the rules and has the present time. */
    at: string;
    /** When it is due by the schedule; in the past for an overdue run. */
    due_at: string;
    /** Whether it creates a ticket, as far as it can be known now. */
    will_run: boolean;
    /** Why it creates no ticket; null: it creates one. `previous_ticket_open` is of the next run of a rule only: later ones are expected to find the ticket before them closed. */
    reason: 'rule_disabled' | 'project_disabled' | 'object_disabled' | 'previous_ticket_open' | null;
  })[];
};

export type CalendarFeedState = {
  /** When the present address was made; null: there is none. */
  created_at: string | null;
};

export type CalendarFeedUrl = {
  /** The address, which is answered here only. Whoever knows it reads the feed. */
  url: string;
};

export type TicketPhoto = {
  id: number;
  ticket_id: number;
  content_type: 'image/jpeg' | 'image/png' | 'image/webp';
  original_name: string;
  size_bytes: number;
  /** Empty when the account was deleted. */
  uploader_id: string;
  uploader_name: string;
  created_at: string;
  /** Reads the photo without a token, for a short time. */
  url: string;
};

export type TicketPhotoPage = {
  items: (TicketPhoto)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
  /** How many photos a ticket may have. */
  max_per_ticket: number;
};

export type PhotoThumb = {
  photo_id: number;
  /** Reads the small version without a token, until it expires. */
  url: string;
  expires_at: string;
};

export type PhotoThumbPage = {
  items: (PhotoThumb)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type TicketAttachment = {
  id: number;
  ticket_id: number;
  /** `signature`: see `POST /ext/tickets/{id}/signature`. */
  kind: 'report' | 'comment' | 'signature';
  /** The comment that it came with. Missing without one. */
  comment_id?: number;
  /** It came with an internal comment. */
  internal: boolean;
  /** Of the file of a signature, in hex. */
  sha256?: string;
  /** Who has signed, as the worker wrote the name. */
  signed_by?: string;
  /** Empty when the account was deleted. */
  author_id: string;
  author_name: string;
  filename: string;
  content_type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** In bytes. */
  size: number;
  /** Reads the file without a token, for a short time. */
  url: string;
  /** Reads the small version without a token, for the same time. */
  thumb_url: string;
  created_at: string;
};

export type TicketAttachmentPage = {
  items: (TicketAttachment)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type ObjectPortal = {
  /** The secret part of the address. null: there is no portal, or the secret cannot be decrypted. */
  token: string | null;
  /** The public page. null as for `token`. */
  url: string | null;
  /** When the address was made. null: there is no portal. */
  created_at: string | null;
};

export type PortalItem = {
  object_id: number;
  object_name: string;
  address: string;
  project_id: number;
  project_name: string;
  /** The public page. null: the secret cannot be decrypted. */
  url: string | null;
  /** When the address was made. */
  created_at: string;
};

export type PortalItemPage = {
  items: (PortalItem)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type PortalReportWorker = {
  /** Empty when the account was deleted. */
  id: string;
  name: string;
};

export type ReportRating = {
  rating: number;
  text: string;
  created_at: string;
};

export type PortalReportPhoto = {
  id: number;
  filename: string;
  content_type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** In bytes. */
  size: number;
  /** Reads the file without a token, for a short time. */
  url: string;
  /** Reads the small version without a token, for the same time. */
  thumb_url: string;
};

export type PortalReport = {
  id: string;
  /** `merged`: it became a comment on a ticket that was there already. */
  status: 'open' | 'accepted' | 'merged' | 'dismissed';
  text: string;
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other' | null;
  floor: string;
  /** How the reporter can be reached, as they wrote it. Empty when they did not. */
  contact: string;
  /** Where the reporter wants mails about the report. Empty: nowhere. */
  email: string;
  /** null: it came by mail, and nobody has said which object it is about. */
  object_id: number | null;
  /** Empty without an object. */
  object_name: string;
  /** Empty without an object. */
  address: string;
  /** null without an object. */
  project_id: number | null;
  /** Empty without an object. */
  project_name: string;
  /** What of the object it is about. null: nobody has said. */
  equipment: EquipmentReference | null;
  /** The worker who found it. null: somebody without an account. */
  reported_by: PortalReportWorker | null;
  /** The ticket during whose work it was found. null: nobody with an account has reported it, or the ticket was deleted. */
  from_ticket_id: number | null;
  /** The ticket that it became or was merged into. */
  ticket_id: number | null;
  /** Why it was dismissed. Empty otherwise. */
  reason: string;
  /** Who accepted, merged or dismissed it. Empty while it is open. */
  decided_by_name: string;
  decided_at: string | null;
  created_at: string;
  /** How the reporter has rated the work; null: not yet. */
  rating: ReportRating | null;
  /** Empty once they are attachments of a ticket. */
  photos: (PortalReportPhoto)[];
};

export type PortalReportPage = {
  items: (PortalReport)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type AcceptReport = {
  category: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  priority: 'low' | 'normal' | 'high';
  /** Default: the text of the report. */
  description?: string;
  /** Required for a report without an object; ignored for any other. */
  object_id?: number;
};

export type DismissReport = {
  /** The reporter reads it. */
  reason: string;
};

export type MergeReport = {
  ticket_id: number;
};

export type PortalEquipment = {
  /** Of `GET /ext/equipment/{id}`, for those who may read it. */
  id: number;
  name: string;
  kind: string;
  location: string;
};

export type PortalChallenge = {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
};

export type Portal = {
  object: {
    name: string;
    address: string;
  };
  /** null: it is the portal of the object itself. */
  equipment: PortalEquipment | null;
  /** What people are told about the object now. */
  announcements: (ShownAnnouncement)[];
  /** How many problems of the object, or of the equipment, are reported and not solved yet, by category. Reports without a category count as `other`. */
  open: Record<string, number>;
  /** A proof of work of the library ALTCHA, whose solution is the field `proof` of one report. null: none is needed (PORTAL_PROOF=false). */
  challenge: PortalChallenge | null;
};

export type SubmittedReport = {
  /** Random: whoever has it reads the state of the report. */
  id: string;
  /** The public page that tells the state of the report. */
  status_url: string;
};

export type ReporterAppointment = {
  /** When somebody comes; null: nothing was agreed, it is over, or the work is done. */
  appointment: {
    from: string;
    to: string;
    /** Of the person who reported the problem; null: none. */
    answer: 'accepted' | 'declined' | null;
  } | null;
  /** Times of which one can be chosen. */
  windows: (OfferedWindow)[];
  /** The times that were offered last were declined. */
  has_declined: boolean;
};

export type AnswerAppointment = {
  /** `accepted`: the appointment, or one of the offered times. `declined`: the appointment, or all offered times. */
  answer: 'accepted' | 'declined';
  /** Of what is answered, so that nothing is accepted that you have not read. Required to choose an offered time. */
  from?: string;
  /** With `from`. */
  to?: string;
  /** The client and the worker read it. */
  note?: string;
};

export type SendReporterMessage = {
  /** Whoever sees the ticket reads it. */
  text: string;
};

export type ReporterMessage = {
  text: string;
  created_at: string;
};

export type RateReport = {
  /** 5 is the best. */
  rating: number;
  /** The client and admins read it. */
  text?: string;
};

export type LeftMail = {
  id: number;
  /** When it came into the mailbox. */
  at: string;
  /** The address of its sender; empty without one. */
  from: string;
  subject: string;
  /** `automatic`: a program wrote it. `delivery_report`: of a mail server. `own_mail`: of this installation. `no_sender`: without an address. `too_many`: more than 20 of its sender in an hour, or more reports than the portal takes. `too_large`: above 25 MB. `empty`: neither text nor photos. `failed`: it cannot be read or stored. */
  reason: 'automatic' | 'delivery_report' | 'own_mail' | 'no_sender' | 'too_many' | 'too_large' | 'empty' | 'failed';
};

export type LeftMailPage = {
  items: (LeftMail)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type MessengerStatus = {
  /** Empty until the bot was identified. */
  bot_username: string;
  /** Whether a chat is set and accepts messages. */
  bound: boolean;
  /** Whether there is a bot: your own or the global one. */
  enabled: boolean;
  /** Whether a bot of your own is connected. */
  has_bot_token: boolean;
  /** A chat id or @name; empty when nothing is sent. */
  target: string;
  /** Whether the service accepts bots of your own. */
  token_configurable: boolean;
};

export type SetTarget = {
  /** @name of a group or channel, or a chat id; empty: none. */
  target: string;
};

export type BindCode = {
  /** To be sent to the bot; valid once. */
  code: string;
  expires_at: string;
  /** Opens the bot with the code. */
  link: string;
};

export type SetBot = {
  /** The token from the messenger: <id>:<secret>. */
  token: string;
};

export type Notification = {
  id: number;
  event: 'ticket_available' | 'ticket_assigned' | 'ticket_started' | 'ticket_done' | 'ticket_rejected' | 'ticket_confirmed' | 'ticket_canceled' | 'ticket_edited' | 'comment_added' | 'invitation' | 'confirmation_waiting' | 'handed_back' | 'ticket_on_hold' | 'hold_ended' | 'appointment_set' | 'appointment_canceled' | 'appointment_soon' | 'quote_sent' | 'quote_answered' | 'appointment_answered' | 'worker_on_the_way' | 'due_soon' | 'overdue' | 'rule_worker_missing' | 'report_received' | 'document_expiring' | 'webhook_disabled';
  ticket_id: number | null;
  /** Which sentence tells it; the names in it are in `params`. */
  text_key: string;
  /** Names and reasons as they were when it happened. */
  params: {
    title?: string;
    object_name?: string;
    project_name?: string;
    actor_name?: string;
    reason?: string;
    /** The beginning of a comment. */
    comment?: string;
    priority?: string;
    /** What was corrected. */
    fields?: ('description' | 'category' | 'priority' | 'floor')[];
    /** What has to be done by the time in `by`. */
    deadline?: 'take' | 'finish';
    by?: string;
    /** The client for which you act as deputy: Act-For of what it leads to. */
    principal_id?: string;
    principal_name?: string;
    /** What the work waits for. */
    hold_reason?: 'part' | 'access' | 'quote' | 'weather' | 'other';
    /** When the hold ends by itself. */
    until?: string;
    /** Of a quote, in minor units. */
    amount?: number;
    currency?: string;
    /** When the appointment begins. */
    from?: string;
    to?: string;
    /** Of a document: the object that it is of. */
    object_id?: number;
    /** The last day on which a document is valid (UTC). */
    expires_on?: string;
    /** Of a document of equipment. */
    equipment_name?: string;
    /** To a quote, or of the person who reported the problem to an appointment. */
    answer?: 'accepted' | 'declined' | 'approved';
  };
  created_at: string;
  read_at: string | null;
};

export type NotificationPage = {
  items: (Notification)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
  /** How many are not read, of all. */
  unread: number;
};

export type MarkRead = {
  ids?: (number)[];
  all?: true;
};

export type MarkedRead = {
  ok: boolean;
  unread: number;
};

export type QuietHours = {
  from: string;
  to: string;
  /** A name of the IANA database. */
  timezone: string;
  /** Tickets of high priority are told at once all the same. */
  urgent_breaks: boolean;
};

export type NotificationPreferences = {
  channels: {
    messenger: {
      ready: boolean;
    };
    email: {
      ready: boolean;
    };
    push: {
      ready: boolean;
    };
  };
  /** Only events that concern the role. */
  events: {
    ticket_available?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_assigned?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_started?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_done?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_rejected?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_confirmed?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_canceled?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_edited?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    comment_added?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    invitation?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    confirmation_waiting?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    handed_back?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_on_hold?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    hold_ended?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    appointment_set?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    appointment_canceled?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    appointment_soon?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    quote_sent?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    quote_answered?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    appointment_answered?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    worker_on_the_way?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    due_soon?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    overdue?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    rule_worker_missing?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    report_received?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    document_expiring?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    webhook_disabled?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
  };
  quiet_hours: QuietHours | null;
  /** daily: one message a day tells everything. */
  digest: 'none' | 'daily';
  /** Of the daily digest; 07:00 unless given. */
  digest_at?: string;
  /** Of the digest; that of the quiet hours where these are set. */
  timezone?: string;
};

export type NotificationSettings = {
  /** Only events that concern the role. */
  events: {
    ticket_available?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_assigned?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_started?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_done?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_rejected?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_confirmed?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_canceled?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_edited?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    comment_added?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    invitation?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    confirmation_waiting?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    handed_back?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    ticket_on_hold?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    hold_ended?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    appointment_set?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    appointment_canceled?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    appointment_soon?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    quote_sent?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    quote_answered?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    appointment_answered?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    worker_on_the_way?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    due_soon?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    overdue?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    rule_worker_missing?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    report_received?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    document_expiring?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
    webhook_disabled?: {
      messenger: boolean;
      email: boolean;
      push: boolean;
    };
  };
  /** daily: one message a day tells everything. */
  digest: 'none' | 'daily';
  /** Of the daily digest; 07:00 unless given. */
  digest_at?: string;
  /** Of the digest; that of the quiet hours where these are set. */
  timezone?: string;
  /** null, or left out: none. */
  quiet_hours?: QuietHours | null;
};

export type NotificationSend = {
  channel: 'messenger' | 'email' | 'push';
  state: 'waiting' | 'queued' | 'sent' | 'dropped' | 'failed';
  /** Why it waits, was dropped or failed. */
  reason: string;
  due_at: string;
  decided_at: string | null;
};

export type NotificationDecision = {
  id: number;
  event: 'ticket_available' | 'ticket_assigned' | 'ticket_started' | 'ticket_done' | 'ticket_rejected' | 'ticket_confirmed' | 'ticket_canceled' | 'ticket_edited' | 'comment_added' | 'invitation' | 'confirmation_waiting' | 'handed_back' | 'ticket_on_hold' | 'hold_ended' | 'appointment_set' | 'appointment_canceled' | 'appointment_soon' | 'quote_sent' | 'quote_answered' | 'appointment_answered' | 'worker_on_the_way' | 'due_soon' | 'overdue' | 'rule_worker_missing' | 'report_received' | 'document_expiring' | 'webhook_disabled';
  ticket_id: number | null;
  /** Which sentence tells it; the names in it are in `params`. */
  text_key: string;
  /** Names and reasons as they were when it happened. */
  params: {
    title?: string;
    object_name?: string;
    project_name?: string;
    actor_name?: string;
    reason?: string;
    /** The beginning of a comment. */
    comment?: string;
    priority?: string;
    /** What was corrected. */
    fields?: ('description' | 'category' | 'priority' | 'floor')[];
    /** What has to be done by the time in `by`. */
    deadline?: 'take' | 'finish';
    by?: string;
    /** The client for which you act as deputy: Act-For of what it leads to. */
    principal_id?: string;
    principal_name?: string;
    /** What the work waits for. */
    hold_reason?: 'part' | 'access' | 'quote' | 'weather' | 'other';
    /** When the hold ends by itself. */
    until?: string;
    /** Of a quote, in minor units. */
    amount?: number;
    currency?: string;
    /** When the appointment begins. */
    from?: string;
    to?: string;
    /** Of a document: the object that it is of. */
    object_id?: number;
    /** The last day on which a document is valid (UTC). */
    expires_on?: string;
    /** Of a document of equipment. */
    equipment_name?: string;
    /** To a quote, or of the person who reported the problem to an appointment. */
    answer?: 'accepted' | 'declined' | 'approved';
  };
  created_at: string;
  read_at: string | null;
  /** Empty: no channel is turned on for this event. */
  sends: (NotificationSend)[];
};

export type NotificationDecisionPage = {
  items: (NotificationDecision)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type PushKey = {
  /** The `applicationServerKey` of `PushManager.subscribe()`, in base64url. */
  key: string;
};

export type AddPushSubscription = {
  /** https, at a public address. */
  endpoint: string;
  keys: {
    p256dh: string;
    auth: string;
  };
};

export type PushSubscription = {
  id: string;
  created_at: string;
};

export type RemovePushSubscription = {
  /** https, at a public address. */
  endpoint: string;
};

export type Webhook = {
  id: string;
  owner_id: string;
  owner_name: string;
  url: string;
  events: ('ticket_created' | 'ticket_available' | 'ticket_assigned' | 'ticket_started' | 'ticket_done' | 'ticket_rejected' | 'ticket_confirmed' | 'ticket_canceled' | 'ticket_edited' | 'comment_added' | 'attachment_added' | 'confirmation_waiting' | 'invitation' | 'report_received' | 'object_changed' | 'project_deleted' | 'ticket_on_hold' | 'hold_ended' | 'appointment_set' | 'appointment_canceled' | 'quote_sent' | 'quote_answered' | 'appointment_answered' | 'worker_on_the_way' | 'photo_added' | 'due_soon' | 'overdue' | 'handed_back')[];
  /** false: events are not recorded, and what waits is not sent. */
  active: boolean;
  created_at: string;
  /** Why the service disabled it. */
  disabled: {
    /** failing: no attempt succeeded for three days; gone: the receiver answered 410; password: with a new password of its owner; token: the API token that made it has ended; restore: a backup was restored; operator: with all others. */
    reason: 'failing' | 'gone' | 'password' | 'token' | 'restore' | 'operator';
    at: string;
  } | null;
  /** The first failed attempt since the last one that succeeded. */
  failing_since: string | null;
  /** While it fails: the earliest time of the next attempt. */
  next_attempt_at: string | null;
  /** Deliveries that wait, up to 1,000. */
  waiting: number;
  /** Until then messages are signed with the previous secret, too. */
  previous_secret_until: string | null;
};

export type WebhookPage = {
  items: (Webhook)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type CreateWebhook = {
  /** https at a public host, port 443 or from 1024 on. The setting `WEBHOOK_ALLOWED_HOSTS` allows others. */
  url: string;
  events: ('ticket_created' | 'ticket_available' | 'ticket_assigned' | 'ticket_started' | 'ticket_done' | 'ticket_rejected' | 'ticket_confirmed' | 'ticket_canceled' | 'ticket_edited' | 'comment_added' | 'attachment_added' | 'confirmation_waiting' | 'invitation' | 'report_received' | 'object_changed' | 'project_deleted' | 'ticket_on_hold' | 'hold_ended' | 'appointment_set' | 'appointment_canceled' | 'quote_sent' | 'quote_answered' | 'appointment_answered' | 'worker_on_the_way' | 'photo_added' | 'due_soon' | 'overdue' | 'handed_back')[];
  /** false: events are not recorded, and what waits is not sent. */
  active?: boolean;
};

export type WebhookTicketMessage = {
  type: 'ticket_created' | 'ticket_available' | 'ticket_assigned' | 'ticket_started' | 'ticket_done' | 'ticket_rejected' | 'ticket_confirmed' | 'ticket_canceled';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    /** Of the entry in the journal of the ticket. */
    journal_id: number;
    /** null: the ticket is new. */
    from_status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed' | null;
    to_status: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed';
    actor: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
    /** Empty when none was given. */
    reason: string;
  };
};

export type WebhookEditMessage = {
  type: 'ticket_edited';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    changes: ({
      field: 'description' | 'category' | 'priority' | 'floor';
      from: string;
      to: string;
    })[];
    actor: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
  };
};

export type WebhookCommentMessage = {
  type: 'comment_added';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    comment: {
      id: number;
      /** null: somebody without an account who has reported the ticket. */
      author_id: string | null;
      author_name: string;
      text: string;
      /** Only webhooks of admins are told of internal comments. */
      internal: boolean;
    };
  };
};

export type WebhookPhotoMessage = {
  type: 'photo_added';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    /** Of the entry in the journal of the ticket. */
    journal_id: number;
    actor: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
    photo: {
      id: number;
      original_name: string;
    };
  };
};

export type WebhookAttachmentMessage = {
  type: 'attachment_added';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    actor: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
    attachment: {
      id: number;
      original_name: string;
      kind: 'report' | 'comment';
      /** The comment that it came with. */
      comment_id: number | null;
    };
  };
};

export type WebhookHandBackMessage = {
  type: 'handed_back';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    worker: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
    /** Empty when none was given. */
    reason: string;
  };
};

export type WebhookDeadlineMessage = {
  type: 'due_soon' | 'overdue';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    deadline: 'take' | 'finish';
    by: string;
  };
};

export type WebhookConfirmationMessage = {
  type: 'confirmation_waiting';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    /** Full days since the work was reported done. */
    days: number;
  };
};

export type WebhookHoldMessage = {
  type: 'ticket_on_hold' | 'hold_ended';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    hold: {
      reason: 'part' | 'access' | 'quote' | 'weather' | 'other';
      note: string;
      since: string;
      until: string | null;
      ended_at: string | null;
      end_reason: 'until' | 'removed' | 'replaced' | 'changed' | null;
      by: {
        /** null: the account was deleted. */
        id: string | null;
        name: string;
      };
    };
    /** Without id and name when it has ended by itself or with a transition. */
    actor: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
  };
};

export type WebhookAppointmentMessage = {
  type: 'appointment_set' | 'appointment_canceled';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    appointment: {
      from: string;
      to: string;
      note: string;
      set_by: {
        /** null: the account was deleted. */
        id: string | null;
        name: string;
      };
      set_at: string;
      answer: 'accepted' | 'declined' | null;
      ended_at: string | null;
      end_reason: 'replaced' | 'canceled' | 'ticket_canceled' | null;
    };
    /** Without id and name when the person who reported the problem chose it. */
    actor: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
  };
};

export type WebhookQuoteMessage = {
  type: 'quote_sent' | 'quote_answered';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    quote: {
      id: number;
      /** `expired`: its time is over, or the ticket was closed. */
      status: 'open' | 'approved' | 'declined' | 'withdrawn' | 'expired';
      /** A code of ISO 4217. */
      currency: string;
      /** The sum of the lines, in minor units. */
      total: number;
      lines: (PricedLine)[];
      note: string;
      /** As it was sent: a day in UTC, which is included, or a moment. null: without an end. */
      valid_until: string | null;
      sent_by: {
        /** null: the account was deleted. */
        id: string | null;
        name: string;
      };
      sent_at: string;
      /** Without id and name when nobody has answered. */
      answered_by: {
        /** null: the account was deleted. */
        id: string | null;
        name: string;
      };
      /** When it was answered or withdrawn, or expired; null: it is open. */
      ended_at: string | null;
      /** Why it was declined. */
      reason: string;
    };
    actor: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
  };
};

export type WebhookAppointmentAnswerMessage = {
  type: 'appointment_answered';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    /** Of the person who reported the problem, without an account. */
    answer: 'accepted' | 'declined';
    /** What they wrote with it. */
    note: string;
    /** null: they have declined all times of `windows`. */
    appointment: {
      from: string;
      to: string;
      note: string;
      set_by: {
        /** null: the account was deleted. */
        id: string | null;
        name: string;
      };
      set_at: string;
      answer: 'accepted' | 'declined' | null;
      ended_at: string | null;
      end_reason: 'replaced' | 'canceled' | 'ticket_canceled' | null;
    } | null;
    windows: (OfferedWindow)[] | null;
  };
};

export type WebhookOnTheWayMessage = {
  type: 'worker_on_the_way';
  /** When it happened. */
  timestamp: string;
  data: {
    ticket_id: number;
    project_id: number;
    ticket: TicketDetail;
    /** When the worker said so. */
    on_the_way_at: string;
    actor: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
  };
};

export type WebhookInvitationMessage = {
  type: 'invitation';
  /** When it happened. */
  timestamp: string;
  data: {
    project_id: number;
    project_name: string;
    worker: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
    actor: {
      /** null: the account was deleted. */
      id: string | null;
      name: string;
    };
    expires_at: string;
  };
};

export type WebhookReportMessage = {
  type: 'report_received';
  /** When it happened. */
  timestamp: string;
  data: {
    project_id: number;
    object_id: number;
    report_id: string;
    category?: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other';
  };
};

export type WebhookObjectMessage = {
  type: 'object_changed';
  /** When it happened. */
  timestamp: string;
  data: {
    project_id: number;
    change: 'created' | 'changed';
    object: {
      id: number;
      name: string;
      address: string;
      is_active: boolean;
    };
  };
};

export type WebhookProjectDeletedMessage = {
  type: 'project_deleted';
  /** When it happened. */
  timestamp: string;
  data: {
    project: {
      id: number;
      name: string;
    };
  };
};

export type WebhookTestMessage = {
  type: 'test';
  /** When it happened. */
  timestamp: string;
  data: {
    
  };
};

export type WebhookMessage = WebhookTicketMessage | WebhookEditMessage | WebhookCommentMessage | WebhookPhotoMessage | WebhookAttachmentMessage | WebhookHandBackMessage | WebhookDeadlineMessage | WebhookConfirmationMessage | WebhookHoldMessage | WebhookAppointmentMessage | WebhookQuoteMessage | WebhookAppointmentAnswerMessage | WebhookOnTheWayMessage | WebhookInvitationMessage | WebhookReportMessage | WebhookObjectMessage | WebhookProjectDeletedMessage | WebhookTestMessage;

export type NewWebhook = {
  id: string;
  owner_id: string;
  owner_name: string;
  url: string;
  events: ('ticket_created' | 'ticket_available' | 'ticket_assigned' | 'ticket_started' | 'ticket_done' | 'ticket_rejected' | 'ticket_confirmed' | 'ticket_canceled' | 'ticket_edited' | 'comment_added' | 'attachment_added' | 'confirmation_waiting' | 'invitation' | 'report_received' | 'object_changed' | 'project_deleted' | 'ticket_on_hold' | 'hold_ended' | 'appointment_set' | 'appointment_canceled' | 'quote_sent' | 'quote_answered' | 'appointment_answered' | 'worker_on_the_way' | 'photo_added' | 'due_soon' | 'overdue' | 'handed_back')[];
  /** false: events are not recorded, and what waits is not sent. */
  active: boolean;
  created_at: string;
  /** Why the service disabled it. */
  disabled: {
    /** failing: no attempt succeeded for three days; gone: the receiver answered 410; password: with a new password of its owner; token: the API token that made it has ended; restore: a backup was restored; operator: with all others. */
    reason: 'failing' | 'gone' | 'password' | 'token' | 'restore' | 'operator';
    at: string;
  } | null;
  /** The first failed attempt since the last one that succeeded. */
  failing_since: string | null;
  /** While it fails: the earliest time of the next attempt. */
  next_attempt_at: string | null;
  /** Deliveries that wait, up to 1,000. */
  waiting: number;
  /** Until then messages are signed with the previous secret, too. */
  previous_secret_until: string | null;
  /** Verifies signatures; answered here only. */
  secret: string;
};

export type ChangeWebhook = {
  /** https at a public host, port 443 or from 1024 on. The setting `WEBHOOK_ALLOWED_HOSTS` allows others. */
  url?: string;
  events?: ('ticket_created' | 'ticket_available' | 'ticket_assigned' | 'ticket_started' | 'ticket_done' | 'ticket_rejected' | 'ticket_confirmed' | 'ticket_canceled' | 'ticket_edited' | 'comment_added' | 'attachment_added' | 'confirmation_waiting' | 'invitation' | 'report_received' | 'object_changed' | 'project_deleted' | 'ticket_on_hold' | 'hold_ended' | 'appointment_set' | 'appointment_canceled' | 'quote_sent' | 'quote_answered' | 'appointment_answered' | 'worker_on_the_way' | 'photo_added' | 'due_soon' | 'overdue' | 'handed_back')[];
  /** false: events are not recorded, and what waits is not sent. */
  active?: boolean;
};

export type WebhookDelivery = {
  id: number;
  /** The header `webhook-id`, the same for each attempt. */
  message_id: string;
  /** test: somebody asked for it. */
  event: 'ticket_created' | 'ticket_available' | 'ticket_assigned' | 'ticket_started' | 'ticket_done' | 'ticket_rejected' | 'ticket_confirmed' | 'ticket_canceled' | 'ticket_edited' | 'comment_added' | 'attachment_added' | 'confirmation_waiting' | 'invitation' | 'report_received' | 'object_changed' | 'project_deleted' | 'ticket_on_hold' | 'hold_ended' | 'appointment_set' | 'appointment_canceled' | 'quote_sent' | 'quote_answered' | 'appointment_answered' | 'worker_on_the_way' | 'photo_added' | 'due_soon' | 'overdue' | 'handed_back' | 'test';
  /** null: the event concerns no ticket. */
  ticket_id: number | null;
  /** dropped: not sent, because the owner of the webhook may not see the ticket any more. */
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  /** When the event happened. */
  created_at: string;
  attempts: number;
  last_attempt_at: string | null;
  /** Of the last answer; null: there was none. */
  status: number | null;
  /** Of the last attempt. */
  duration_ms: number | null;
  /** Why there was no answer: `timeout`, `not_public`, `no_secret`, `proxy_not_used` (the network has a proxy, which webhooks do not use), or the code of an error. */
  error: string | null;
  /** The JSON that was sent; null before the first attempt. */
  body: string | null;
  /** The first KiB of the last answer. */
  answer: string | null;
};

export type WebhookDeliveryPage = {
  items: (WebhookDelivery)[];
  /** How many there are in all pages together. */
  total: number;
  limit: number;
  offset: number;
};

export type McpMessage = {
  
};

/** Path parameters, query, body and answer of each operation, by its method and path. */
export interface Operations {
  /** Check that the service responds. Does not use the database. */
  'GET /ping': { answer: { message: string; } };
  /** Check that the database responds. For: admin. */
  'GET /db-ping': { answer: { db: string; } };
  /** Get the features of the service. For pages before the sign-in, which offer only what is configured. */
  'GET /ext/about': { answer: About };
  /** Get the health of the service. Messenger, mail, storage, retention, rules and deadlines; results are at most a few seconds old. For: admin. */
  'GET /ext/health': { answer: Health };
  /** Sign in. The refresh token comes as an http-only cookie for the path /auth. With two-factor authentication the header X-OTP has a one-time code. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /auth/login': { body: Login; answer: Token };
  /** Exchange the session cookie for a new one and a new access token. Each cookie works once. Reuse of a cookie ends all sessions of its owner. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /auth/refresh': { answer: Token };
  /** Sign out here. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /auth/logout': { answer: Ok };
  /** Sign out everywhere. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. For: admin, client, worker. */
  'POST /auth/logout-all': { answer: LogoutAll };
  /** Read your own profile. For: admin, client, worker. */
  'GET /auth/me': { answer: Profile };
  /** Ask for a reset link by mail. Answers the same for every address. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /auth/forgot-password': { body: ForgotPassword; answer: Ok };
  /** Choose a new password with a reset token. Ends all sessions of the account. A weak password leaves the token usable. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /auth/reset-password': { body: ResetPassword; answer: Ok };
  /** Read the state of your own account. For: admin, client, worker. */
  'GET /ext/me': { answer: Me };
  /** Change your own account. The language is that of mails and messages to you. What was written under the former name keeps it. For: admin, client, worker. */
  'PATCH /ext/me': { body: ChangeMe; answer: Me };
  /** Change your own password. Ends your other sessions and makes earlier access tokens invalid; this session continues with the answered token and a new cookie. API tokens, grants, the calendar feed, webhooks, the chat, an own bot, passkeys and links to company accounts stay unless `end_all` is true. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. For: admin, client, worker. */
  'POST /ext/password': { body: ChangePassword; answer: Token };
  /** List your open sessions. For: admin, client, worker. */
  'GET /ext/sessions': { query?: { limit?: number; offset?: number; sort?: 'last_used_at' | 'created_at' | 'id'; order?: 'asc' | 'desc' }; answer: SessionPage };
  /** End one of your sessions. Its device is signed out when its access token expires. For: admin, client, worker. */
  'DELETE /ext/sessions/{id}': { params: { id: string }; answer: Ok };
  /** Read how far accounts can be trusted. Who created and disabled them, whether their owners chose the password and proved the address. For: admin, client. */
  'GET /ext/users': { query: { ids: string; limit?: number; offset?: number; sort?: 'id' | 'name' | 'created_at'; order?: 'asc' | 'desc' }; answer: AccountTrustPage };
  /** Create an account whose owner sets the password with a link. As POST /users, without a password: the answer has a link to pass on, which works once within 7 days, and which is also mailed with `mail: true` where mail is configured. A client creates workers only, who sign in after that client confirms them. For: admin, client. */
  'POST /ext/users': { body: InviteUser; answer: InvitedUser };
  /** Start the setup of two-factor authentication. Answers a secret for an authenticator app. Logins ask for codes once the first one was confirmed. For: admin, client, worker. */
  'POST /ext/mfa/totp': { body: StartTotp; answer: TotpSetup };
  /** Switch your two-factor authentication off. For: admin, client, worker. */
  'DELETE /ext/mfa/totp': { body: DisableTotp; answer: Ok };
  /** Switch two-factor authentication on with a first code. Uses the code up and answers recovery codes. After five wrong codes in 15 minutes: 429. For: admin, client, worker. */
  'POST /ext/mfa/totp/confirm': { body: ConfirmTotp; answer: RecoveryCodes };
  /** Switch the two-factor authentication of another account off. For its owner, who has lost device and recovery codes and is told by mail, where mail is configured. For: admin. */
  'DELETE /ext/users/{id}/mfa': { params: { id: string }; answer: Ok };
  /** Start a sign-in with a passkey. Answers a challenge, which works once and for 5 minutes. It is also for the header X-Passkey. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /ext/passkey/challenge': { answer: PasskeyRequestOptions };
  /** Sign in with a passkey. In place of password and second factor. The refresh token comes as a cookie, as in a login. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /ext/passkey/sign-in': { body: PasskeySignIn; answer: Token };
  /** List your passkeys. For: admin, client, worker. */
  'GET /ext/passkeys': { query?: { limit?: number; offset?: number; sort?: 'created_at' | 'name' | 'id'; order?: 'asc' | 'desc' }; answer: PasskeyPage };
  /** Add a passkey. With the answer of the browser to the options, in the same session. For: admin, client, worker. */
  'POST /ext/passkeys': { body: AddPasskey; answer: Passkey };
  /** Start the registration of a passkey. Answers what the browser makes the key pair with. Where logins need a second factor, it comes in the header X-OTP or X-Passkey. At most 20 per account. For: admin, client, worker. */
  'POST /ext/passkey/registration': { body: ConfirmedByPassword; answer: PasskeyCreationOptions };
  /** Rename a passkey. For: admin, client, worker. */
  'PATCH /ext/passkeys/{id}': { params: { id: string }; body: RenamePasskey; answer: Passkey };
  /** Remove a passkey. Sessions that were started with it go on. For: admin, client, worker. */
  'DELETE /ext/passkeys/{id}': { params: { id: string }; body: ConfirmedByPassword; answer: Ok };
  /** Tell whether your logins ask for a passkey. For: admin, client, worker. */
  'GET /ext/mfa/passkey': { answer: PasskeyRequirement };
  /** Let your logins ask for a passkey after the password. Where logins need a second factor, it comes in the header X-OTP or X-Passkey. For: admin, client, worker. */
  'PUT /ext/mfa/passkey': { body: ConfirmedByPassword; answer: PasskeyRequirement };
  /** Let your logins ask for no passkey. Where logins need a second factor, it comes in the header X-OTP or X-Passkey. For: admin, client, worker. */
  'DELETE /ext/mfa/passkey': { body: ConfirmedByPassword; answer: PasskeyRequirement };
  /** List the passkeys of an account. For: admin. */
  'GET /ext/users/{id}/passkeys': { params: { id: string }; query?: { limit?: number; offset?: number; sort?: 'created_at' | 'name' | 'id'; order?: 'asc' | 'desc' }; answer: PasskeyPage };
  /** Remove all passkeys of another account. For its owner, who has lost the devices. Its logins ask for no passkey afterwards. For: admin. */
  'DELETE /ext/users/{id}/passkeys': { params: { id: string }; answer: Ok };
  /** Start a sign-in with a company's account. Redirects to the provider. A browser is sent on to the console, which tells in words what went wrong. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'GET /ext/oidc/start': { query?: { to?: string }; answer: Blob };
  /** Come back from the provider of a company's accounts. Redirects to the console, which starts the session. A browser is sent on to the console, which tells in words what went wrong. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'GET /ext/oidc/callback': { answer: Blob };
  /** Start the session of a sign-in with a company's account. The callback has set a cookie with a code that works once. With two-factor authentication the header X-OTP has a one-time code. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /ext/oidc/session': { answer: Token };
  /** List the company accounts that are linked to an account. For: admin. */
  'GET /ext/users/{id}/identities': { params: { id: string }; query?: { limit?: number; offset?: number; sort?: 'linked_at' | 'last_used_at' | 'issuer'; order?: 'asc' | 'desc' }; answer: LinkedAccountPage };
  /** Unlink an account from a company's account. The next sign-in with a company account links it anew, by the e-mail address. Sessions go on. For: admin. */
  'DELETE /ext/users/{id}/identities': { params: { id: string }; answer: Ok };
  /** List your API tokens. For: admin, client, worker. */
  'GET /ext/tokens': { query?: { limit?: number; offset?: number; sort?: 'created_at' | 'name' | 'id'; order?: 'asc' | 'desc' }; answer: ApiTokenPage };
  /** Create an API token. A program sends it as `Authorization: Bearer cot_...` in place of an access token. At most 20 per account. The first password that the owner of the account chooses revokes it. For: admin, client, worker. */
  'POST /ext/tokens': { body: CreateApiToken; answer: NewApiToken };
  /** Revoke an API token. It is refused from the next request on, and webhooks that it created or gave their address are disabled. For: admin, client, worker. */
  'DELETE /ext/tokens/{id}': { params: { id: string }; answer: Ok };
  /** List the grants that you have given and that you hold. For: admin, client, worker. */
  'GET /ext/grants': { query?: { limit?: number; offset?: number; sort?: 'created_at' | 'id'; order?: 'asc' | 'desc'; principal_id?: string }; answer: GrantPage };
  /** Invite somebody to act for a client. The answer has a link that is valid for 7 days, which is also mailed where mail is configured, up to 3 times a day to an address. It is the same whether the address has an account or not, and replaces an earlier invitation of the address. At most 50 per client. For: admin, client. */
  'POST /ext/grants': { body: CreateGrant; answer: NewGrant };
  /** Accept an invitation to act for a client. With the access token of a client its account acts for the client. Without one `name` and `password` make an account of the invited address. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /ext/grants/accept': { body: AcceptGrant; answer: Grant };
  /** Change a grant. For its client and admins; `notify` also for the deputy. For: admin, client, worker. */
  'PATCH /ext/grants/{id}': { params: { id: string }; body: ChangeGrant; answer: Grant };
  /** End a grant or withdraw an invitation. For its client, its deputy and admins. Requests under way are refused when they answer. For: admin, client, worker. */
  'DELETE /ext/grants/{id}': { params: { id: string }; answer: Ok };
  /** List teams of workers. All for admins; the own one for its lead and members. For: admin, worker. */
  'GET /ext/teams': { query?: { limit?: number; offset?: number; sort?: 'name' | 'created_at' | 'id'; order?: 'asc' | 'desc' }; answer: TeamPage };
  /** Create a team. Its lead acts for the members with Act-For, and reassigns their tickets inside the team. For: admin. */
  'POST /ext/teams': { body: CreateTeam; answer: Team };
  /** Change a team. A former lead stays as a member, unless `member_ids` says otherwise. For: admin. */
  'PATCH /ext/teams/{id}': { params: { id: string }; body: ChangeTeam; answer: Team };
  /** Delete a team. Its workers and their tickets stay. For: admin. */
  'DELETE /ext/teams/{id}': { params: { id: string }; answer: Ok };
  /** Create an account. A client creates workers, who cannot sign in until that client confirms them. An admin's accounts need no confirmation. For: admin, client. */
  'POST /users': { body: CreateUser; answer: Profile };
  /** List accounts of one role. For: admin, client. */
  'GET /users': { query?: { role?: 'worker' | 'admin' | 'client'; q?: string; include_inactive?: '0' | '1'; limit?: number; offset?: number; sort?: 'name' | 'created_at' | 'email' | 'id'; order?: 'asc' | 'desc' }; answer: ProfilePage };
  /** List the accounts that wait for you to confirm them. For a client the workers that it created, for an admin all. For: admin, client. */
  'GET /ext/unconfirmed': { query?: { limit?: number; offset?: number; sort?: 'created_at' | 'name' | 'id'; order?: 'asc' | 'desc' }; answer: ProfilePage };
  /** Confirm an account. Its owner is told by mail, where mail is configured. For: admin, client. */
  'POST /users/{id}/confirm': { params: { id: string }; answer: Ok };
  /** Disable or enable an account. Disabling ends all sessions and stops the account at its next request. An admin who had disabled an account that somebody else enables is told by mail, where mail is configured. For: admin, client. */
  'PATCH /users/{id}': { params: { id: string }; body: ChangeUser; answer: Profile };
  /** Delete an account that nothing refers to. For: admin, client. */
  'DELETE /users/{id}': { params: { id: string }; answer: Ok };
  /** Change name and phone number of an account. What was written under the former name keeps it. For: admin. */
  'PATCH /ext/users/{id}': { params: { id: string }; body: ChangeProfile; answer: Profile };
  /** Issue a reset token to pass on. Earlier unused tokens of the account become void. For: admin. */
  'POST /users/{id}/password-reset': { params: { id: string }; answer: PasswordReset };
  /** Set a password. Ends all sessions of the account and voids its reset tokens. For: admin. */
  'POST /users/{id}/password-set': { params: { id: string }; body: SetPassword; answer: Ok };
  /** Issue another link for an account without a password. For admins, and for a client for the workers that it created. Earlier links stay usable until one of them sets the password. For: admin, client. */
  'POST /ext/users/{id}/invitation': { params: { id: string }; body: SendInvitation; answer: AccountLink };
  /** Export everything that is kept about a person. Your own data; an admin that of every account. A file that is not complete ends with an error. For: admin, client, worker. */
  'GET /ext/users/{id}/data': { params: { id: string }; answer: Blob };
  /** Replace name, address and phone number of a disabled account for good. Everywhere, by "Former worker", "Former client" or "Former admin" and a number. What people wrote stays as it is. 409: the account is active, has unclosed tickets, or was anonymized before. For: admin. */
  'POST /ext/users/{id}/anonymize': { params: { id: string }; answer: Profile };
  /** List security events. The newest first. Events are kept for AUDIT_RETENTION_DAYS. For: admin. */
  'GET /ext/audit': { query?: { actor_id?: string; subject_id?: string; event?: 'login_succeeded' | 'login_failed' | 'login_limited' | 'refresh_reused' | 'session_revoked' | 'password_changed' | 'password_set' | 'password_reset_issued' | 'password_reset_used' | 'user_created' | 'user_confirmed' | 'user_disabled' | 'user_enabled' | 'user_deleted' | 'user_anonymized' | 'membership_removed' | 'project_deleted' | 'rule_deleted' | 'token_created' | 'token_revoked' | 'mfa_enabled' | 'mfa_disabled' | 'export_made' | 'backup_made' | 'backup_restored' | 'webhook_changed' | 'portal_changed' | 'identity_linked' | 'identity_unlinked' | 'passkey_added' | 'passkey_removed' | 'grant_created' | 'grant_accepted' | 'grant_changed' | 'grant_revoked' | 'team_changed' | 'work_retried' | 'work_dropped' | 'settings_changed'; from?: string; to?: string; limit?: number; offset?: number; sort?: 'at'; order?: 'asc' | 'desc' }; answer: AuditEventPage };
  /** List what waits in the work queue. Mails, messages, notifications and other work that is done later, the oldest first: why it waits, and since when. For: admin. */
  'GET /ext/work': { query?: { queue?: string; state?: 'waiting' | 'running' | 'failing'; limit?: number; offset?: number; sort?: 'created_at' | 'due_at'; order?: 'asc' | 'desc' }; answer: WorkItemPage };
  /** Have a work item tried again now. For: admin. */
  'POST /ext/work/{id}/retry': { params: { id: number }; answer: WorkItem };
  /** Drop a work item. What it would have sent is not sent. For: admin. */
  'DELETE /ext/work/{id}': { params: { id: number }; answer: Ok };
  /** Get the settings of the installation. What is in effect, and where it comes from. Secrets are not shown. For: admin. */
  'GET /ext/settings': { answer: Settings };
  /** Change settings of the installation. Changes those that are sent; null removes what is stored. A change holds on all instances within 10 seconds. Another `smtp.host` removes the stored password. Secrets need DATA_ENCRYPTION_KEY. For: admin. */
  'PUT /ext/settings': { body: ChangeSettings; answer: Settings };
  /** Set the logo of the installation. A jpeg, png or webp file of at most 2,000,000 bytes in the field `file`. It becomes a PNG of at most 480 by 160 pixels without metadata. For: admin. */
  'PUT /ext/settings/logo': { body: FormData; answer: Settings };
  /** Remove the logo of the installation. For: admin. */
  'DELETE /ext/settings/logo': { answer: Ok };
  /** Read the logo of the installation. `GET /ext/about` has its path. */
  'GET /ext/settings/logo': { query?: { v?: string }; answer: Blob };
  /** Send a test mail. With the settings in effect. Returns when the mail server has accepted the mail, or with the reason why not. For: admin. */
  'POST /ext/settings/test-mail': { body: TestMail; answer: MailTest };
  /** Test the public address. Asks the address in effect, from the machine of the service and without a proxy, whether it leads back to this installation. For: admin. */
  'POST /ext/settings/test-url': { answer: UrlTest };
  /** Get a link that tests the public address on another device. When the page of the link is opened, `opened_at` of `public_url` in `GET /ext/settings` changes. It ends with the lifetime of links to photos, and when the address changes. For: admin. */
  'GET /ext/settings/test-link': { answer: TestLink };
  /** Report that the link which tests the public address was opened. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /ext/installation/opened': { body: OpenedLink; answer: Ok };
  /** Get the id of the installation. An installation recognizes itself by it when it tests its public address. */
  'GET /ext/installation': { answer: Installation };
  /** List projects. For: client, admin. */
  'GET /projects': { query?: { client_id?: string; limit?: number; offset?: number; sort?: 'created_at' | 'name' | 'id'; order?: 'asc' | 'desc' }; answer: ProjectPage };
  /** Create a project. For: client, admin. */
  'POST /projects': { body: CreateProject; answer: Project };
  /** Search projects. For: client, admin. */
  'GET /ext/projects': { query?: { q?: string; client_id?: string; limit?: number; offset?: number; sort?: 'name' | 'created_at' | 'id'; order?: 'asc' | 'desc' }; answer: ProjectPage };
  /** Read one project. For: client, admin. */
  'GET /projects/{id}': { params: { id: number }; answer: Project };
  /** Rename, disable or enable a project. For: client, admin. */
  'PATCH /projects/{id}': { params: { id: number }; body: ChangeProject; answer: Project };
  /** Delete a project and all that is in it. Objects, memberships and tickets with their journal go with it, for good. For: admin. */
  'DELETE /projects/{id}': { params: { id: number }; answer: Ok };
  /** List the objects of a project. For: client, admin. */
  'GET /projects/{id}/objects': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'name' | 'created_at' | 'id'; order?: 'asc' | 'desc' }; answer: ObjectPage };
  /** Add an object to a project. For: client, admin. */
  'POST /projects/{id}/objects': { params: { id: number }; body: CreateObject; answer: Object };
  /** Search the objects of all projects. With how many of their tickets are open and overdue. For: client, admin. */
  'GET /ext/objects': { query?: { q?: string; id?: number; project_id?: number; reference?: string; ready?: '0' | '1'; limit?: number; offset?: number; sort?: 'name' | 'created_at' | 'id' | 'open' | 'overdue' | 'last_closed_at'; order?: 'asc' | 'desc' }; answer: ObjectListItemPage };
  /** Read an object with what there is to do and to know. For: client, admin. */
  'GET /ext/objects/{id}': { params: { id: number }; answer: ObjectSummary };
  /** Change an object or its reference. As `PATCH /objects/{id}`, with the reference beside. For: client, admin. */
  'PATCH /ext/objects/{id}': { params: { id: number }; body: ChangeObjectDetails; answer: ObjectDetails };
  /** Change an object. Tickets that exist keep the address they have. For: client, admin. */
  'PATCH /objects/{id}': { params: { id: number }; body: ChangeObject; answer: Object };
  /** Read how to get into an object. For those who see the object, and for active members of its project. For: admin, client, worker. */
  'GET /ext/objects/{id}/notes': { params: { id: number }; answer: ObjectNotes };
  /** Write how to get into an object. Replaces the notes; an empty text removes them. For: client, admin. */
  'PUT /ext/objects/{id}/notes': { params: { id: number }; body: SetObjectNotes; answer: ObjectNotes };
  /** List the equipment of an object. For those who see the object, and for active members of its project. For: admin, client, worker. */
  'GET /ext/objects/{id}/equipment': { params: { id: number }; query?: { q?: string; is_active?: 'true' | 'false'; limit?: number; offset?: number; sort?: 'name' | 'created_at' | 'id'; order?: 'asc' | 'desc' }; answer: EquipmentPage };
  /** Add equipment to an object. For: client, admin. */
  'POST /ext/objects/{id}/equipment': { params: { id: number }; body: CreateEquipment; answer: Equipment };
  /** Read a piece of equipment. Its history is `GET /ext/tickets?equipment_id=`. For: admin, client, worker. */
  'GET /ext/equipment/{id}': { params: { id: number }; answer: Equipment };
  /** Change equipment. For: client, admin. */
  'PATCH /ext/equipment/{id}': { params: { id: number }; body: ChangeEquipment; answer: Equipment };
  /** Delete equipment. With its portal and its documents. Equipment that tickets are about is disabled instead (409); schedules and reports forget it. For: client, admin. */
  'DELETE /ext/equipment/{id}': { params: { id: number }; answer: Ok };
  /** Say which equipment a ticket is about. For its client, its assigned worker and admins, whatever its status. For: admin, client, worker. */
  'PUT /ext/tickets/{id}/equipment': { params: { id: number }; body: SetTicketEquipment; answer: TicketEquipment };
  /** List the documents of an object. For those who see the object, and for active members of its project. For: admin, client, worker. */
  'GET /ext/objects/{id}/documents': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'title' | 'expires_on' | 'created_at' | 'id'; order?: 'asc' | 'desc' }; answer: DocumentPage };
  /** Add a document to an object. A PDF, jpeg, png or webp file in the field `file`; the bytes decide, not the name. The field `title` is required, `expires_on` is not. At most 50 documents. For: client, admin. */
  'POST /ext/objects/{id}/documents': { params: { id: number }; body: FormData; answer: Document };
  /** List the documents of equipment. For those who see the object, and for active members of its project. For: admin, client, worker. */
  'GET /ext/equipment/{id}/documents': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'title' | 'expires_on' | 'created_at' | 'id'; order?: 'asc' | 'desc' }; answer: DocumentPage };
  /** Add a document to equipment. A PDF, jpeg, png or webp file in the field `file`; the bytes decide, not the name. The field `title` is required, `expires_on` is not. At most 50 documents. For: client, admin. */
  'POST /ext/equipment/{id}/documents': { params: { id: number }; body: FormData; answer: Document };
  /** List the documents of all your objects. With `expires_to`, those that expire. For: client, admin. */
  'GET /ext/documents': { query?: { project_id?: number; object_id?: number; equipment_id?: number; expires_to?: string; limit?: number; offset?: number; sort?: 'title' | 'expires_on' | 'created_at' | 'id'; order?: 'asc' | 'desc' }; answer: DocumentPage };
  /** Read a document. For: admin, client, worker. */
  'GET /ext/documents/{id}': { params: { id: number }; answer: Document };
  /** Change the title of a document, or when it expires. For: client, admin. */
  'PATCH /ext/documents/{id}': { params: { id: number }; body: ChangeDocument; answer: Document };
  /** Delete a document and its file. For: client, admin. */
  'DELETE /ext/documents/{id}': { params: { id: number }; answer: Ok };
  /** List the announcements of an object. Past and coming ones, too. For those who see the object, and for active members of its project. For: admin, client, worker. */
  'GET /ext/objects/{id}/announcements': { params: { id: number }; query?: { current?: 'true'; limit?: number; offset?: number; sort?: 'from' | 'to' | 'id'; order?: 'asc' | 'desc' }; answer: AnnouncementPage };
  /** Announce something about an object. The public pages of the object and of its equipment show it from `from` to `to`, and so do its tickets. An object has at most 100, past ones included. For: client, admin. */
  'POST /ext/objects/{id}/announcements': { params: { id: number }; body: CreateAnnouncement; answer: Announcement };
  /** Read an announcement. For: admin, client, worker. */
  'GET /ext/announcements/{id}': { params: { id: number }; answer: Announcement };
  /** Change an announcement. For: client, admin. */
  'PATCH /ext/announcements/{id}': { params: { id: number }; body: ChangeAnnouncement; answer: Announcement };
  /** Delete an announcement. For: client, admin. */
  'DELETE /ext/announcements/{id}': { params: { id: number }; answer: Ok };
  /** List the members of a project. Open and declined invitations included. For: client, admin. */
  'GET /projects/{id}/workers': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'name' | 'created_at' | 'email' | 'id'; order?: 'asc' | 'desc' }; answer: ProjectWorkerPage };
  /** Invite a worker. The worker becomes a member by accepting within seven days. For: client, admin. */
  'POST /projects/{id}/workers': { params: { id: number }; body: InviteWorker; answer: Invitation };
  /** Remove a member. For: client, admin. */
  'DELETE /projects/{id}/workers/{worker_id}': { params: { id: number; worker_id: string }; answer: Ok };
  /** Accept an invitation. For: worker. */
  'POST /projects/{id}/invitation/accept': { params: { id: number }; answer: Ok };
  /** Decline an invitation. For: worker. */
  'POST /projects/{id}/invitation/decline': { params: { id: number }; answer: Ok };
  /** List your open invitations. For: worker. */
  'GET /invitations': { query?: { limit?: number; offset?: number; sort?: 'invited_at' | 'expires_at' | 'project_name'; order?: 'asc' | 'desc' }; answer: ProjectInvitationPage };
  /** Create accounts of workers from a file. All rows or none. Columns `name`, `email` and `phone`, which may be missing; csv with comma, semicolon or tab, as UTF-8, UTF-16, Windows-1250, Windows-1252, Windows-1254 or ISO-8859-2, with a header row of these names or their English, German or Polish headings, at most 2000 rows and 1 MiB. For: admin, client. */
  'POST /ext/import/workers': { query?: { dry_run?: 'true' | 'false'; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1250' | 'windows-1252' | 'windows-1254' | 'iso-8859-2' }; body: Blob; answer: ImportedWorkers };
  /** Create objects from a file. All rows or none. Columns `project`, the name of a project that you see, `name`, `address` and `reference`, which may be missing; an object of the project that has the reference already is changed. csv with comma, semicolon or tab, as UTF-8, UTF-16, Windows-1250, Windows-1252, Windows-1254 or ISO-8859-2, with a header row of these names or their English, German or Polish headings, at most 2000 rows and 1 MiB. For: admin, client. */
  'POST /ext/import/objects': { query?: { dry_run?: 'true' | 'false'; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1250' | 'windows-1252' | 'windows-1254' | 'iso-8859-2' }; body: Blob; answer: ImportedObjects };
  /** Create equipment from a file. All rows or none. Columns `project` and `object`, the names of a project and an object that you see, `name`, and `kind`, `location`, `serial`, `installed_on` and `warranty_until`, which may be missing; csv with comma, semicolon or tab, as UTF-8, UTF-16, Windows-1250, Windows-1252, Windows-1254 or ISO-8859-2, with a header row of these names or their English, German or Polish headings, at most 2000 rows and 1 MiB. For: admin, client. */
  'POST /ext/import/equipment': { query?: { dry_run?: 'true' | 'false'; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1250' | 'windows-1252' | 'windows-1254' | 'iso-8859-2' }; body: Blob; answer: ImportedEquipment };
  /** List the tickets you may see. For: admin, client, worker. */
  'GET /tickets': { query?: { status?: 'new' | 'assigned' | 'in_progress' | 'done' | 'confirmed' | 'rejected' | 'closed'; category?: 'electric' | 'plumbing' | 'climate' | 'elevator' | 'other'; priority?: 'low' | 'normal' | 'high'; client_id?: string; worker_id?: string; project_id?: number; object_id?: number; date_from?: string; date_to?: string; limit?: number; offset?: number; sort?: 'created_at' | 'priority' | 'id'; order?: 'asc' | 'desc' }; answer: TicketPage };
  /** Report what is broken. The ticket starts as `new`, without a worker, and keeps the address that the object has now. For: client. */
  'POST /tickets': { body: CreateTicket; answer: Ticket };
  /** Read one ticket. For: admin, client, worker. */
  'GET /tickets/{id}': { params: { id: number }; answer: TicketDetail };
  /** Read the journal of a ticket. For: admin, client, worker. */
  'GET /tickets/{id}/events': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' }; answer: TicketEventPage };
  /** Give a new ticket to a worker. For: admin, client. */
  'PATCH /tickets/{id}/assign': { params: { id: number }; body: AssignWorker; answer: Ticket };
  /** Take a free ticket. For: worker. */
  'PATCH /tickets/{id}/take': { params: { id: number }; answer: Ticket };
  /** Start the work, or start it again. For: worker. */
  'PATCH /tickets/{id}/start': { params: { id: number }; answer: Ticket };
  /** Report the work done. For: worker. */
  'PATCH /tickets/{id}/done': { params: { id: number }; answer: Ticket };
  /** Confirm the work, which closes the ticket. For: client. */
  'PATCH /tickets/{id}/confirm': { params: { id: number }; answer: Ticket };
  /** Send the work back with a reason. For: client. */
  'PATCH /tickets/{id}/reject': { params: { id: number }; body: WithReason; answer: Ticket };
  /** Close a ticket without the work. For: client, admin. */
  'PATCH /tickets/{id}/cancel': { params: { id: number }; body: WithReason; answer: Ticket };
  /** List the tickets you may see, with what belongs to them. Filters take several values with commas between them. Tickets that have no place in the order that was asked for come last. For: admin, client, worker. */
  'GET /ext/tickets': { query?: { ids?: string; status?: string; category?: string; priority?: string; project_id?: string; object_id?: string; worker_id?: string; client_id?: string; team?: 'true' | 'false'; equipment_id?: string; created_from?: string; created_to?: string; closed_from?: string; closed_to?: string; updated_from?: string; reference?: string; reworked?: 'true' | 'false'; rework_count_from?: '1' | '2' | '3' | '4' | '5'; worker_disabled?: 'true' | 'false'; tag?: string; q?: string; overdue?: 'true' | 'false'; created_in?: 'today' | 'last_7_days' | 'last_month'; closed_in?: 'today' | 'last_7_days' | 'last_month'; counted?: 'created' | 'closed' | 'canceled' | 'reworked' | 'met' | 'missed'; counted_from?: string; counted_to?: string; counted_worker_id?: string; created_weekday?: '1' | '2' | '3' | '4' | '5' | '6' | '7'; created_hour?: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23'; timezone?: string; handed_back?: 'true' | 'false'; on_hold?: 'true' | 'false'; appointment_from?: string; appointment_to?: string; open_quote?: 'true'; limit?: number; offset?: number; sort?: 'created_at' | 'updated_at' | 'priority' | 'id' | 'relevance' | 'due' | 'appointment'; order?: 'asc' | 'desc'; after?: string }; answer: TicketListPage };
  /** Read one ticket with what belongs to it. For: admin, client, worker. */
  'GET /ext/tickets/{id}': { params: { id: number }; answer: TicketDetails };
  /** Correct a ticket. Until it is closed; the assigned worker is told. A ticket has at most 500 corrections. `reference` is no correction, and can be set on a closed ticket, too. For: admin, client. */
  'PATCH /ext/tickets/{id}': { params: { id: number }; body: EditTicket; answer: TicketDetails };
  /** Read the tickets that changed since a cursor. For programs that keep a copy: each ticket you may see that changed since `after`, once, in its present state, and the ids of those that are gone. Nothing that is committed later than the answer is skipped. After 410 begin without `after`, and drop the copy. For: admin, client. */
  'GET /ext/changes': { query?: { after?: string; limit?: number }; answer: TicketChanges };
  /** List what was done with the tickets you may see. The entries of their journals and the comments that you may read, the newest first, whoever did it. The link `next` leads by key. For: admin, client. */
  'GET /ext/activity': { query?: { actor_id?: string; project_id?: number; object_id?: number; action?: string; from?: string; to?: string; limit?: number; offset?: number; after?: string }; answer: ActivityPage };
  /** Export what was done with the tickets you may see as CSV. All rows, with the filters of `GET /ext/activity` and in its order. A file that is not complete ends with an error. For: admin, client. */
  'GET /ext/activity.csv': { query?: { actor_id?: string; project_id?: number; object_id?: number; action?: string; from?: string; to?: string; timezone?: string; language?: 'en' | 'de' | 'pl' }; answer: Blob };
  /** List the corrections of a ticket. One item for each field that was changed, with its value before and after; the oldest come first. For: admin, client, worker. */
  'GET /ext/tickets/{id}/edits': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' }; answer: TicketEditPage };
  /** List the tickets that a ticket is linked to. In both directions, and only those that you may see. For: admin, client, worker. */
  'GET /ext/tickets/{id}/links': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id'; order?: 'asc' | 'desc' }; answer: TicketLinkPage };
  /** Link a ticket to another one that you may see. For its client, its assigned worker and admins, whatever the statuses; at most 200 of a ticket. For: admin, client, worker. */
  'POST /ext/tickets/{id}/links': { params: { id: number }; body: AddTicketLink; answer: TicketLink };
  /** Remove a link from one of its tickets. For: admin, client, worker. */
  'DELETE /ext/tickets/{id}/links/{link_id}': { params: { id: number; link_id: number }; answer: Ok };
  /** Replace the tags of a ticket. For its client, its assigned worker and admins, whatever its status. For: admin, client, worker. */
  'PUT /ext/tickets/{id}/tags': { params: { id: number }; body: TicketTags; answer: TicketTags };
  /** List the tags of the tickets you may see, the most used first. For: admin, client, worker. */
  'GET /ext/tags': { query?: { q?: string; limit?: number; offset?: number; sort?: 'tickets' | 'tag'; order?: 'asc' | 'desc' }; answer: UsedTagPage };
  /** Export the tickets you may see as CSV. All rows, with the filters and orders of `GET /ext/tickets`. A file that is not complete ends with an error. For: admin, client, worker. */
  'GET /ext/tickets.csv': { query?: { ids?: string; status?: string; category?: string; priority?: string; project_id?: string; object_id?: string; worker_id?: string; client_id?: string; team?: 'true' | 'false'; equipment_id?: string; created_from?: string; created_to?: string; closed_from?: string; closed_to?: string; updated_from?: string; reference?: string; reworked?: 'true' | 'false'; rework_count_from?: '1' | '2' | '3' | '4' | '5'; worker_disabled?: 'true' | 'false'; tag?: string; q?: string; overdue?: 'true' | 'false'; created_in?: 'today' | 'last_7_days' | 'last_month'; closed_in?: 'today' | 'last_7_days' | 'last_month'; counted?: 'created' | 'closed' | 'canceled' | 'reworked' | 'met' | 'missed'; counted_from?: string; counted_to?: string; counted_worker_id?: string; created_weekday?: '1' | '2' | '3' | '4' | '5' | '6' | '7'; created_hour?: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23'; timezone?: string; handed_back?: 'true' | 'false'; on_hold?: 'true' | 'false'; appointment_from?: string; appointment_to?: string; open_quote?: 'true'; sort?: 'created_at' | 'updated_at' | 'priority' | 'id' | 'relevance' | 'due' | 'appointment'; order?: 'asc' | 'desc'; language?: 'en' | 'de' | 'pl' }; answer: Blob };
  /** Export the tickets you may see as an Excel workbook. All rows, with the filters and orders of `GET /ext/tickets`. A file that is not complete ends with an error. For: admin, client, worker. */
  'GET /ext/tickets.xlsx': { query?: { ids?: string; status?: string; category?: string; priority?: string; project_id?: string; object_id?: string; worker_id?: string; client_id?: string; team?: 'true' | 'false'; equipment_id?: string; created_from?: string; created_to?: string; closed_from?: string; closed_to?: string; updated_from?: string; reference?: string; reworked?: 'true' | 'false'; rework_count_from?: '1' | '2' | '3' | '4' | '5'; worker_disabled?: 'true' | 'false'; tag?: string; q?: string; overdue?: 'true' | 'false'; created_in?: 'today' | 'last_7_days' | 'last_month'; closed_in?: 'today' | 'last_7_days' | 'last_month'; counted?: 'created' | 'closed' | 'canceled' | 'reworked' | 'met' | 'missed'; counted_from?: string; counted_to?: string; counted_worker_id?: string; created_weekday?: '1' | '2' | '3' | '4' | '5' | '6' | '7'; created_hour?: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23'; timezone?: string; handed_back?: 'true' | 'false'; on_hold?: 'true' | 'false'; appointment_from?: string; appointment_to?: string; open_quote?: 'true'; sort?: 'created_at' | 'updated_at' | 'priority' | 'id' | 'relevance' | 'due' | 'appointment'; order?: 'asc' | 'desc'; language?: 'en' | 'de' | 'pl' }; answer: Blob };
  /** List your saved views and the shared ones. For: admin, client, worker. */
  'GET /ext/views': { query?: { limit?: number; offset?: number; sort?: 'name' | 'id'; order?: 'asc' | 'desc' }; answer: SavedViewPage };
  /** Save filters of the ticket list. At most 100 per account, and as many shared ones. Only admins share. For: admin, client, worker. */
  'POST /ext/views': { body: CreateView; answer: SavedView };
  /** Change a saved view. Your own one; for admins a shared one, too. `shared: false` makes a shared one the caller's own. For: admin, client, worker. */
  'PATCH /ext/views/{id}': { params: { id: number }; body: ChangeView; answer: SavedView };
  /** Delete a saved view. For: admin, client, worker. */
  'DELETE /ext/views/{id}': { params: { id: number }; answer: Ok };
  /** List your texts to choose from and the shared ones. For: admin, client, worker. */
  'GET /ext/snippets': { query?: { kind?: 'comment' | 'reject' | 'cancel' | 'hold' | 'hand_back' | 'request'; limit?: number; offset?: number; sort?: 'title' | 'id'; order?: 'asc' | 'desc' }; answer: SnippetPage };
  /** Keep a text to choose from. At most 100 per account, and as many shared ones. Only admins share. For: admin, client, worker. */
  'POST /ext/snippets': { body: CreateSnippet; answer: Snippet };
  /** Change a text to choose from. Your own one; for admins a shared one, too. `shared: false` makes a shared one the caller's own. For: admin, client, worker. */
  'PATCH /ext/snippets/{id}': { params: { id: number }; body: ChangeSnippet; answer: Snippet };
  /** Delete a text to choose from. For: admin, client, worker. */
  'DELETE /ext/snippets/{id}': { params: { id: number }; answer: Ok };
  /** Read whom to call about a ticket. For whoever sees the ticket. For: admin, client, worker. */
  'GET /ext/tickets/{id}/contacts': { params: { id: number }; answer: TicketContacts };
  /** Read how soon tickets of a project have to be taken and finished. For: client, admin. */
  'GET /ext/projects/{id}/targets': { params: { id: number }; answer: ProjectTargets };
  /** Set how soon tickets of a project have to be taken and finished. Replaces all targets. The deadlines of open tickets follow at once; notifications are sent for what comes near or passes from now on. For: client, admin. */
  'PUT /ext/projects/{id}/targets': { params: { id: number }; body: TargetSettings; answer: ProjectTargets };
  /** Give a project the targets that its client has set for all projects. For: client, admin. */
  'DELETE /ext/projects/{id}/targets': { params: { id: number }; answer: ProjectTargets };
  /** Read how soon tickets have to be taken and finished in the projects of a client that have no targets of their own. For the client and admins. For: client, admin. */
  'GET /ext/users/{id}/targets': { params: { id: string }; answer: DefaultTargets };
  /** Set how soon tickets have to be taken and finished in the projects of a client that have no targets of their own. For the client and admins. Replaces all of these targets, also for projects that are created later. For: client, admin. */
  'PUT /ext/users/{id}/targets': { params: { id: string }; body: TargetSettings; answer: DefaultTargets };
  /** Read when tickets have to be taken and finished. All in one page, in the order of the ids. For: admin, client, worker. */
  'GET /ext/tickets/deadlines': { query: { ids: string }; answer: TicketDeadlinesPage };
  /** List the comments on a ticket. For whoever sees the ticket; the oldest come first. Internal ones are listed for admins and the assigned worker only. For: admin, client, worker. */
  'GET /ext/tickets/{id}/comments': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' }; answer: TicketCommentPage };
  /** Comment on a ticket. For whoever sees the ticket, until it is closed. Comments cannot be changed or deleted. Internal ones are for admins and the worker to whom the ticket is assigned: they alone write and read them. Those with `to_reporter` are also shown on the page of whoever reported the ticket without an account. For: admin, client, worker. */
  'POST /ext/tickets/{id}/comments': { params: { id: number }; body: AddComment; answer: TicketComment };
  /** Check the hash chain of a journal. Calculates the chain again from the whole journal. For whoever sees the ticket. For: admin, client, worker. */
  'GET /ext/tickets/{id}/chain': { params: { id: number }; query?: { limit?: number; offset?: number }; answer: TicketChain };
  /** List the replaced names in the hash chain of a journal. Entries of accounts that were anonymized, in the order of the chain. For whoever sees the ticket. For: admin, client, worker. */
  'GET /ext/tickets/{id}/chain/replacements': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id'; order?: 'asc' | 'desc' }; answer: ChainReplacementPage };
  /** Print a ticket. Facts, costs, journal, comments, photos before and after, and the check of the hash chain as a PDF file. For whoever sees the ticket; costs for those who see them. For: admin, client, worker. */
  'GET /ext/tickets/{id}/report.pdf': { params: { id: number }; query?: { language?: 'en' | 'de' | 'pl'; timezone?: string }; answer: Blob };
  /** See who has how much to do. Workers with tickets that are not closed, those with the most first. For: admin. */
  'GET /ext/workload': { query?: { limit?: number; offset?: number; sort?: 'open' | 'name'; order?: 'asc' | 'desc' }; answer: WorkloadPage };
  /** See how much the members of a project have to do. All active members, those with the most first. Their tickets in all projects that you see are counted: for a client in its own. For: client, admin. */
  'GET /ext/projects/{id}/workload': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'open' | 'name'; order?: 'asc' | 'desc' }; answer: WorkloadPage };
  /** List the tickets that a worker has not finished. Assigned and not closed, of those that you see: for a client in its own projects. For: client, admin. */
  'GET /ext/users/{id}/open-work': { params: { id: string }; query?: { limit?: number; offset?: number; sort?: 'created_at' | 'priority' | 'id'; order?: 'asc' | 'desc' }; answer: TicketPage };
  /** Count tickets by time, category, object and worker. Of the projects that you see. Tickets that retention has deleted are counted, those of deleted projects are not. For: client, admin. */
  'GET /ext/stats': { query?: { from?: string; to?: string; group?: 'day' | 'week' | 'month'; timezone?: string; project_id?: number }; answer: Stats };
  /** List where the same trouble comes back. Objects, or equipment, with three or more tickets of one category, created in the last 30 days. For: client, admin. */
  'GET /ext/stats/repeats': { query?: { project_id?: number; by?: 'object' | 'equipment'; limit?: number; offset?: number; sort?: 'tickets' | 'last_created_at'; order?: 'asc' | 'desc' }; answer: RepeatPage };
  /** Give a ticket to another worker. Also while somebody works on it; the new worker starts again from `assigned`. The lead of a team does it for the tickets of the team, inside the team; other workers do not. For: admin, client, worker. */
  'POST /ext/tickets/{id}/reassign': { params: { id: number }; body: ReassignTicket; answer: Ticket };
  /** Hand a ticket back that you cannot do. The client and the admins are told. It stays yours until somebody gives it to another worker. For: worker. */
  'POST /ext/tickets/{id}/hand-back': { params: { id: number }; body: HandBackTicket; answer: Ticket };
  /** List how often a ticket was handed back, and why. For: admin, client, worker. */
  'GET /ext/tickets/{id}/hand-backs': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'created_at'; order?: 'asc' | 'desc' }; answer: HandBackPage };
  /** Give all tickets that a worker has not finished to another worker. Of a client those in its own projects. Each is moved or refused by itself; at most 1,000, call it again for more. For: admin, client. */
  'POST /ext/workers/{id}/handover': { params: { id: string }; query?: { dry_run?: 'true' | 'false' }; body: Handover; answer: HandoverResult };
  /** Put a ticket on hold. The assigned worker, the owner or an admin, while the ticket is assigned, in progress or rejected. The clock for finishing stands still until the hold ends: at `until`, or when it is removed or the ticket is started, done, canceled or reassigned. Another hold takes the place of the one before. For: admin, client, worker. */
  'PUT /ext/tickets/{id}/hold': { params: { id: number }; body: PutHold; answer: Hold };
  /** End the hold of a ticket. For: admin, client, worker. */
  'DELETE /ext/tickets/{id}/hold': { params: { id: number }; answer: Ok };
  /** List how often a ticket was on hold. The oldest first. For: admin, client, worker. */
  'GET /ext/tickets/{id}/holds': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'since'; order?: 'asc' | 'desc' }; answer: TicketHoldPage };
  /** Set the appointment of a ticket. The assigned worker, the owner or an admin, until the work is done. It takes the place of the appointment before. Overlapping appointments of the same worker are told and refuse nothing. For: admin, client, worker. */
  'PUT /ext/tickets/{id}/appointment': { params: { id: number }; body: PutAppointment; answer: AppointmentAnswered };
  /** Cancel the appointment of a ticket. For: admin, client, worker. */
  'DELETE /ext/tickets/{id}/appointment': { params: { id: number }; answer: Ok };
  /** List the appointments that a ticket has had. The oldest first. For: admin, client, worker. */
  'GET /ext/tickets/{id}/appointments': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'set_at'; order?: 'asc' | 'desc' }; answer: TicketAppointmentPage };
  /** Offer times for an appointment to the person who reported the problem. Who may set the appointment, for a ticket that somebody reported without an account. On the page of the report one of the times is chosen, which becomes the appointment, or all of them are declined. They take the place of what was offered before, and an appointment that somebody sets or cancels ends them, as the end of the ticket does. For: admin, client, worker. */
  'POST /ext/tickets/{id}/appointment/offers': { params: { id: number }; body: PostAppointmentOffers; answer: AppointmentOffers };
  /** List the times that were offered for a ticket. The oldest first. Those without `ended_at` can be chosen from. For: admin, client, worker. */
  'GET /ext/tickets/{id}/appointment/offers': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'offered_at'; order?: 'asc' | 'desc' }; answer: AppointmentOffersPage };
  /** Read the currency and the limit of the costs of a project. For: client, admin. */
  'GET /ext/projects/{id}/costs': { params: { id: number }; answer: ProjectCosts };
  /** Set the currency and the limit of the costs of a project. The currency cannot be changed once there are costs or quotes. For: client, admin. */
  'PUT /ext/projects/{id}/costs': { params: { id: number }; body: CostSettings; answer: ProjectCosts };
  /** List the costs of a ticket. For the owner, admins and the assigned worker; the oldest come first. For: admin, client, worker. */
  'GET /ext/tickets/{id}/costs': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'created_at' | 'on'; order?: 'asc' | 'desc' }; answer: TicketCostPage };
  /** Add a line to the costs of a ticket. The assigned worker while it is in progress or done, an admin until it is closed. A ticket has at most 200 lines. For: admin, worker. */
  'POST /ext/tickets/{id}/costs': { params: { id: number }; body: AddCost; answer: TicketCost };
  /** List what you have written down last as costs. One line for each kind, text, unit and currency, with its last price, so that it can be written down again; the newest come first. Your 500 newest lines are looked at. For: admin, worker. */
  'GET /ext/costs/last': { query?: { limit?: number; offset?: number; sort?: 'created_at'; order?: 'asc' | 'desc' }; answer: LastCostPage };
  /** Read a line of costs. For the owner, admins and the assigned worker. For: admin, client, worker. */
  'GET /ext/costs/{id}': { params: { id: number }; answer: TicketCost };
  /** Change a line of costs. By whoever may add one. The line as it was is kept; the lines of a ticket are changed or removed at most 500 times. For: admin, worker. */
  'PATCH /ext/costs/{id}': { params: { id: number }; body: EditCost; answer: TicketCost };
  /** Remove a line of costs. By whoever may add one. The line as it was is kept. For: admin, worker. */
  'DELETE /ext/costs/{id}': { params: { id: number }; answer: Ok };
  /** List the changes of the costs of a ticket. For the owner, admins and the assigned worker: lines that were changed or removed, as they were before; the oldest come first. For: admin, client, worker. */
  'GET /ext/tickets/{id}/costs/edits': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' }; answer: TicketCostEditPage };
  /** List the changes of a line of costs. For the owner, admins and the assigned worker, also of a line that was removed; the oldest come first. For: admin, client, worker. */
  'GET /ext/costs/{id}/edits': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' }; answer: TicketCostEditPage };
  /** List the quotes for a ticket. For the owner, admins and the assigned worker; the oldest come first. For: admin, client, worker. */
  'GET /ext/tickets/{id}/quotes': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'sent_at'; order?: 'asc' | 'desc' }; answer: TicketQuotePage };
  /** Send a quote to the client of a ticket. The assigned worker or an admin, until the ticket is closed. A ticket has one open quote, and at most 50 in all. For: admin, worker. */
  'POST /ext/tickets/{id}/quotes': { params: { id: number }; body: SendQuote; answer: TicketQuote };
  /** Approve a quote. The owner, or a deputy who may write; not an admin who acts for the owner. A hold with the reason `quote` ends. For: client. */
  'POST /ext/quotes/{id}/approve': { params: { id: number }; answer: TicketQuote };
  /** Decline a quote. The owner, or a deputy who may write; not an admin who acts for the owner. A hold with the reason `quote` ends. For: client. */
  'POST /ext/quotes/{id}/decline': { params: { id: number }; body: DeclineQuote; answer: TicketQuote };
  /** Take a quote back. Who has sent it, the assigned worker or an admin, while it is open. The client is not told. For: admin, worker. */
  'POST /ext/quotes/{id}/withdraw': { params: { id: number }; answer: TicketQuote };
  /** Print what the tickets of a client cost in a month. By project, building and ticket, with sums for each currency. For the client and admins. Of tickets that retention has deleted only the sums are left. For: client, admin. */
  'GET /ext/users/{id}/statement.pdf': { params: { id: string }; query: { month: string; project_id?: number; language?: 'en' | 'de' | 'pl'; timezone?: string }; answer: Blob };
  /** Sum the costs of an object. Of all its tickets, with those that retention has deleted, by the days of the lines. For: client, admin. */
  'GET /ext/objects/{id}/costs': { params: { id: number }; query?: { from?: string; to?: string }; answer: CostTotal };
  /** Sum the costs of a piece of equipment. Of the tickets about it that are still there, by the days of the lines. For: client, admin. */
  'GET /ext/equipment/{id}/costs': { params: { id: number }; query?: { from?: string; to?: string }; answer: CostTotal };
  /** Export the costs of your projects for an accounting program. One line for each line of cost, by its day. The names and the order of the columns do not change; new ones are added at the end. Amounts are decimals of the main unit of the currency. A line is final when its ticket is closed. A file that is not complete ends with an error. For: client, admin. */
  'GET /ext/costs.csv': { query?: { from?: string; to?: string; project_id?: number }; answer: Blob };
  /** Tell the client that you are on your way. The assigned worker, while the ticket is assigned or in progress. Returns 429 when the client was notified of it within the last 15 minutes. For: worker. */
  'POST /ext/tickets/{id}/on-my-way': { params: { id: number }; answer: OnMyWay };
  /** List when a worker is absent. Of yourself; for a client of the members of its projects, for an admin of every worker. For: admin, client, worker. */
  'GET /ext/users/{id}/absences': { params: { id: string }; query?: { limit?: number; offset?: number; sort?: 'from'; order?: 'asc' | 'desc' }; answer: AbsencePage };
  /** Replace all absences of a worker. They are shown to whoever assigns, and keep nobody from assigning. For: worker, admin. */
  'PUT /ext/users/{id}/absences': { params: { id: string }; body: NewAbsences; answer: AbsencePage };
  /** List when the members of a project are absent. Absences that are not over. For: client, admin. */
  'GET /ext/projects/{id}/absences': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'from'; order?: 'asc' | 'desc' }; answer: MemberAbsencePage };
  /** See who is where, and what nobody has planned. All workers for an admin, the active members of its projects for a client, oneself for a worker, the team for its lead. Appointments, absences and numbers of tickets in some days, and the tickets without an appointment. For: admin, client, worker. */
  'GET /ext/planner': { query: { from: string; to: string; project_id?: number }; answer: Planner };
  /** List your checklists. A client its own ones, an admin all. For: admin, client. */
  'GET /ext/checklists': { query?: { client_id?: string; limit?: number; offset?: number; sort?: 'name' | 'id'; order?: 'asc' | 'desc' }; answer: ChecklistPage };
  /** Create a checklist. At most 200 per client. Those of the admins can be copied to the tickets of all clients. For: admin, client. */
  'POST /ext/checklists': { body: CreateChecklist; answer: Checklist };
  /** Read a checklist. For: admin, client. */
  'GET /ext/checklists/{id}': { params: { id: number }; answer: Checklist };
  /** Change a checklist. Items that are sent with their ids stay the same ones, so that their earlier answers stand beside them. Copies in tickets do not change. For: admin, client. */
  'PATCH /ext/checklists/{id}': { params: { id: number }; body: ChangeChecklist; answer: Checklist };
  /** Delete a checklist. Its copies in tickets stay. For: admin, client. */
  'DELETE /ext/checklists/{id}': { params: { id: number }; answer: Ok };
  /** Copy a checklist to a ticket. For the client of the ticket, its assigned worker and admins, until it is closed. Another checklist takes the place of the one before with its answers; the same one again changes nothing; null removes it and answers an empty one. For: admin, client, worker. */
  'PUT /ext/tickets/{id}/checklist': { params: { id: number }; body: PutTicketChecklist; answer: TicketChecklist };
  /** Read the checklist of a ticket. For whoever sees the ticket. For: admin, client, worker. */
  'GET /ext/tickets/{id}/checklist': { params: { id: number }; answer: TicketChecklist };
  /** Answer items of the checklist of a ticket. For the assigned worker while the ticket is in progress. For: admin, client, worker. */
  'PATCH /ext/tickets/{id}/checklist': { params: { id: number }; body: ChecklistAnswers; answer: TicketChecklist };
  /** List the checklists that can be copied to a ticket. Those of its client and of the admins, for whoever may copy one: its client, its worker and admins. For: admin, client, worker. */
  'GET /ext/tickets/{id}/checklists': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'name' | 'id'; order?: 'asc' | 'desc' }; answer: UsableChecklistPage };
  /** List rules. For: client, admin. */
  'GET /recurring': { query?: { project_id?: number; limit?: number; offset?: number; sort?: 'created_at' | 'id' | 'date'; order?: 'asc' | 'desc' }; answer: RecurringRulePage };
  /** Create a recurring rule. It creates a ticket at the anchor and every period after it, if the previous ticket is closed. For: client, admin. */
  'POST /recurring': { body: CreateRule; answer: RecurringRule };
  /** Read one rule. For: client, admin. */
  'GET /recurring/{id}': { params: { id: number }; answer: RecurringRule };
  /** Change, disable or enable a rule. The next run is counted from the last one by the new schedule. For: client, admin. */
  'PATCH /recurring/{id}': { params: { id: number }; body: ChangeRule; answer: RecurringRule };
  /** Delete a rule and its history. Its tickets stay. For: client, admin. */
  'DELETE /recurring/{id}': { params: { id: number }; answer: Ok };
  /** Run a rule now. The next run follows this one by the schedule. For: client, admin. */
  'POST /recurring/{id}/run': { params: { id: number }; answer: RunResult };
  /** Read the history of a rule. For: client, admin. */
  'GET /recurring/{id}/runs': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'run_at' | 'id'; order?: 'asc' | 'desc' }; answer: RecurringRunPage };
  /** Read when a rule runs next and what blocks it. For: client, admin. */
  'GET /ext/recurring/{id}/next-run': { params: { id: number }; answer: NextRunStatus };
  /** List rules with their patterns. As `GET /recurring`; `object_id` finds those of one object. For: client, admin. */
  'GET /ext/recurring': { query?: { project_id?: number; object_id?: number; limit?: number; offset?: number; sort?: 'created_at' | 'id' | 'date'; order?: 'asc' | 'desc' }; answer: ListedRecurringRulePage };
  /** Create a recurring rule with a pattern. As `POST /recurring`, in one transaction with `PUT /ext/recurring/{id}/pattern`. The rule follows the grid of `anchor_at` and `period_days` when its pattern is deleted. For: client, admin. */
  'POST /ext/recurring': { body: CreateRuleWithPattern; answer: RecurringRuleWithPattern };
  /** Read one rule with its pattern. For: client, admin. */
  'GET /ext/recurring/{id}': { params: { id: number }; answer: ListedRecurringRule };
  /** List the coming dates of a pattern. Of a pattern that no rule needs to have. Returns 400 when it has no coming dates. For: client, admin. */
  'GET /ext/recurring/preview': { query: { rrule: string; starts_on: string; time: string; timezone: string; count?: number }; answer: RecurringPatternPreview };
  /** Read the pattern of a rule. Returns 404 when it has none. For: client, admin. */
  'GET /ext/recurring/{id}/pattern': { params: { id: number }; answer: RecurringPattern };
  /** Let a rule follow a pattern. The rule then follows a calendar in local time instead of its grid, and is evaluated within a minute. It replaces the pattern before. Returns 400 for a pattern without coming dates, for a worker who is no active member of the project, and for equipment of another object. For: client, admin. */
  'PUT /ext/recurring/{id}/pattern': { params: { id: number }; body: NewRecurringPattern; answer: RecurringPattern };
  /** Let a rule follow its grid again. The next run is counted from the last one, as after a change of the rule. For: client, admin. */
  'DELETE /ext/recurring/{id}/pattern': { params: { id: number }; answer: Ok };
  /** List the coming runs of your rules. All in one page, in the order of time, at most 5000: returns 400 when there are more. For: client, admin. */
  'GET /ext/recurring/calendar': { query: { from: string; to: string; project_id?: number }; answer: CalendarRunPage };
  /** Move all coming runs of a rule. Moves one run to another time, and all others by as much; returns the coming runs before and after. It changes `anchor_at` as `PATCH /recurring/{id}` does. For: client, admin. */
  'POST /ext/recurring/{id}/shift': { params: { id: number }; query?: { dry_run?: 'true' | 'false' }; body: ShiftRule; answer: RuleShift };
  /** Read whether you have a calendar feed. For: admin, client, worker. */
  'GET /ext/calendar': { answer: CalendarFeedState };
  /** Create the address of your calendar feed. The address before it is void. For: admin, client, worker. */
  'POST /ext/calendar': { answer: CalendarFeedUrl };
  /** Void the address of your calendar feed. For: admin, client, worker. */
  'DELETE /ext/calendar': { answer: Ok };
  /** Read a calendar feed. Coming runs of rules for clients and admins, deadlines of open tickets for workers, and appointments for both, as the account sees them now. The address comes from `POST /ext/calendar`. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'GET /ext/calendar/{token}.ics': { params: { token: string }; answer: Blob };
  /** List the photos of a ticket. For: admin, client, worker. */
  'GET /tickets/{id}/photos': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' }; answer: TicketPhotoPage };
  /** Add a photo. A jpeg, png or webp file in the field `file`; the bytes decide, not the name. For the assigned worker or an admin, while the ticket is in progress. For: worker, admin. */
  'POST /tickets/{id}/photos': { params: { id: number }; body: FormData; answer: TicketPhoto };
  /** Remove a photo. A worker removes its own while the ticket is in progress, an admin any. For: worker, admin. */
  'DELETE /tickets/{id}/photos/{photo_id}': { params: { id: number; photo_id: number }; answer: Ok };
  /** List links to small versions of the photos of a ticket. One for each photo, in the order of the photos. For: admin, client, worker. */
  'GET /ext/tickets/{id}/thumbs': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' }; answer: PhotoThumbPage };
  /** Read the small version of a photo. A WebP file of at most 480 pixels on its longer side, upright and without metadata. Its links come from `GET /ext/tickets/{id}/thumbs`, for a short time. Returns 404 for a photo that cannot be decoded: read the photo itself. */
  'GET /ext/photos/{id}/thumb': { params: { id: number }; query: { expires: string; signature: string }; answer: Blob };
  /** List the attachments of a ticket. For whoever sees the ticket. Those of internal comments are listed for admins and the assigned worker only. For: admin, client, worker. */
  'GET /ext/tickets/{id}/attachments': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'id' | 'created_at'; order?: 'asc' | 'desc' }; answer: TicketAttachmentPage };
  /** Add an attachment. A jpeg, png or webp file in the field `file`, with the optional fields `kind` (`report` or `comment`) and `comment_id`. Without `kind` it is `comment` when there is a `comment_id`, else `report`. For the client of the ticket, the assigned worker or an admin, until the ticket is closed. A ticket has at most 10, those of internal comments included. For: admin, client, worker. */
  'POST /ext/tickets/{id}/attachments': { params: { id: number }; body: FormData; answer: TicketAttachment };
  /** Add the signature of somebody who was there. A png file in the field `file`, and who has signed in `name`. For the assigned worker or an admin, while the ticket is in progress or done, once for each round of work. It is an attachment of the kind `signature` with the SHA-256 of its file, and does not count as one of the pictures. For: admin, client, worker. */
  'POST /ext/tickets/{id}/signature': { params: { id: number }; body: FormData; answer: TicketAttachment };
  /** Read the small version of an attachment. A WebP file of at most 480 pixels on its longer side, upright and without metadata. Its link is `thumb_url` of the attachment. Returns 404 for a file that cannot be decoded: read `url` instead. */
  'GET /ext/attachments/{id}/thumb': { params: { id: number }; query: { expires: string; signature: string }; answer: Blob };
  /** Read the portal of an object. The public page on which people without an account report problems of this object. For: client, admin. */
  'GET /ext/objects/{id}/portal': { params: { id: number }; answer: ObjectPortal };
  /** Open the portal of an object, or change its address. The address before it is void, and with it the labels that have it. For: client, admin. */
  'POST /ext/objects/{id}/portal': { params: { id: number }; answer: ObjectPortal };
  /** End the portal of an object. Its address is void. Reports that were made stay. For: client, admin. */
  'DELETE /ext/objects/{id}/portal': { params: { id: number }; answer: Ok };
  /** List the objects that have a portal. For: client, admin. */
  'GET /ext/portals': { query?: { project_id?: number; limit?: number; offset?: number; sort?: 'name' | 'created_at'; order?: 'asc' | 'desc' }; answer: PortalItemPage };
  /** Print labels with the QR codes of portals. Eight labels of 99.1 x 67.7 mm on each A4 page, with name and address of the object and the logo of the installation, in the order of `ids`. For: client, admin. */
  'GET /ext/objects/labels.pdf': { query: { ids: string }; answer: Blob };
  /** Print labels with the QR codes of the portals of equipment. As those of objects, with the name of the equipment, its object and its location. For: client, admin. */
  'GET /ext/equipment/labels.pdf': { query: { ids: string }; answer: Blob };
  /** Read the portal of equipment. The public page on which people without an account report problems of this equipment. For: client, admin. */
  'GET /ext/equipment/{id}/portal': { params: { id: number }; answer: ObjectPortal };
  /** Open the portal of equipment, or change its address. As that of an object. A report tells the equipment, and the ticket that is made of it is about the equipment. For: client, admin. */
  'POST /ext/equipment/{id}/portal': { params: { id: number }; answer: ObjectPortal };
  /** End the portal of equipment. Its address is void. Reports that were made stay. For: client, admin. */
  'DELETE /ext/equipment/{id}/portal': { params: { id: number }; answer: Ok };
  /** List the reports of people without an account, and what workers found. About your objects, or all of them for an admin. For: client, admin. */
  'GET /ext/reports': { query?: { status?: 'open' | 'accepted' | 'merged' | 'dismissed'; object_id?: number; equipment_id?: number; project_id?: number; ticket_id?: number; from_ticket_id?: number; limit?: number; offset?: number; sort?: 'created_at'; order?: 'asc' | 'desc' }; answer: PortalReportPage };
  /** Create a ticket from a report. As `POST /tickets` does, for the client of the object, about the equipment that the report tells. The photos of the report become attachments of the ticket, of the kind `report`. What a worker found is linked to the ticket of `from_ticket_id`, as its `follow_up`. For: client, admin. */
  'POST /ext/reports/{id}/accept': { params: { id: string }; body: AcceptReport; answer: Ticket };
  /** Dismiss a report. The reporter reads the reason. The report is deleted after 30 days. For: client, admin. */
  'POST /ext/reports/{id}/dismiss': { params: { id: string }; body: DismissReport; answer: PortalReport };
  /** Add a report to a ticket that is open already. As a comment with its photos. The ticket must be about the same object. For: client, admin. */
  'POST /ext/reports/{id}/merge': { params: { id: string }; body: MergeReport; answer: PortalReport };
  /** Read the small version of a photo of a report. As that of an attachment. Its link is `thumb_url` of the photo. */
  'GET /ext/report-photos/{id}/thumb': { params: { id: number }; query: { expires: string; signature: string }; answer: Blob };
  /** Read a portal. Tells of the object, or of the equipment, and how much is reported already. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'GET /ext/portal/{token}': { params: { token: string }; answer: Portal };
  /** Report a problem without an account. A form with the fields `text` (5 to 2000 characters), `category`, `floor`, `contact`, `email` (all four optional), `proof` (base64 of the JSON with which ALTCHA answers the challenge of `GET /ext/portal/{token}`) and up to 3 files `photo` (jpeg, png or webp), whose metadata is removed. Sent again with the same `Idempotency-Key`, it makes no second report, and the proof may be another one. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /ext/portal/{token}/reports': { params: { token: string }; body: FormData; answer: SubmittedReport };
  /** Read the appointment of a report. For whoever has the address of the page of the report. Reading changes nothing. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'GET /ext/portal/{token}/reports/{id}/appointment': { params: { token: string; id: string }; answer: ReporterAppointment };
  /** Accept or decline the appointment of a report, or choose an offered time. Answers what follows from it. The same answer again changes nothing; another one takes its place while the appointment lasts. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /ext/portal/{token}/reports/{id}/appointment': { params: { token: string; id: string }; body: AnswerAppointment; answer: ReporterAppointment };
  /** Write to those who work on a report. Becomes a comment of the ticket, whose `author_role` is `reporter`, until the ticket is closed. For whoever has the address of the page of the report. Sent again with the same `Idempotency-Key`, it makes no second comment. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /ext/portal/{token}/reports/{id}/messages': { params: { token: string; id: string }; body: SendReporterMessage; answer: ReporterMessage };
  /** Rate the work on a report. Once, when the ticket is closed. For whoever has the address of the page of the report. Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL. */
  'POST /ext/portal/{token}/reports/{id}/rating': { params: { token: string; id: string }; body: RateReport; answer: ReportRating };
  /** List what was found during the work on a ticket. With what became of it. For whoever sees the ticket; workers to whom it is not assigned see what they have found themselves. For: admin, client, worker. */
  'GET /ext/tickets/{id}/reports': { params: { id: number }; query?: { limit?: number; offset?: number; sort?: 'created_at'; order?: 'asc' | 'desc' }; answer: PortalReportPage };
  /** Report another defect that you found during the work on a ticket. A form with the fields `text` (5 to 2000 characters), `category`, `floor`, `contact`, `equipment_id` (of the object of the ticket; all four optional) and up to 3 files `photo` (jpeg, png or webp). It becomes a report about the object, which its client and admins answer in `GET /ext/reports`; the ticket that they create of it is linked to this one as its follow-up. For the assigned worker, whatever the status of the ticket. For: worker. */
  'POST /ext/tickets/{id}/reports': { params: { id: number }; body: FormData; answer: PortalReport };
  /** List the mails of which nothing was made. Of the mails to INTAKE_ADDRESS in the last 30 days, the newest first: why they became neither a report nor a comment. They are still in the mailbox. For: admin. */
  'GET /ext/intake': { query?: { limit?: number; offset?: number; sort?: 'at'; order?: 'asc' | 'desc' }; answer: LeftMailPage };
  /** Get your messenger settings. For: admin, client, worker. */
  'GET /auth/messenger': { answer: MessengerStatus };
  /** Set the chat for your notifications. Rejected unless the bot can reach the chat. An empty target ends the notifications. For: admin, client, worker. */
  'PUT /auth/messenger': { body: SetTarget; answer: Ok };
  /** End your notifications. For: admin, client, worker. */
  'DELETE /auth/messenger': { answer: Ok };
  /** Get a one-time code that binds a chat. Open the link, or send the code to the bot, within 15 minutes. Earlier codes become void. For: admin, client, worker. */
  'POST /auth/messenger/code': { answer: BindCode };
  /** Send yourself a test message. Returns when the messenger has accepted the message, or with the reason why not. For: admin, client, worker. */
  'POST /ext/messenger/test': { answer: Ok };
  /** Connect a bot of your own. The token is verified with the messenger and kept encrypted. For: admin, client, worker. */
  'POST /auth/messenger/bot': { body: SetBot; answer: Ok };
  /** Disconnect your bot. For: admin, client, worker. */
  'DELETE /auth/messenger/bot': { answer: Ok };
  /** List what you were told. The newest first. A ticket that somebody has taken counts as read for the others. For: admin, client, worker. */
  'GET /ext/notifications': { query?: { limit?: number; offset?: number; sort?: 'created_at'; order?: 'asc' | 'desc'; unread?: 'true' | 'false' }; answer: NotificationPage };
  /** Mark notifications as read. Ids of others, and those that are read already, change nothing. For: admin, client, worker. */
  'POST /ext/notifications/read': { body: MarkRead; answer: MarkedRead };
  /** Read what you are told where. For: admin, client, worker. */
  'GET /ext/notifications/preferences': { answer: NotificationPreferences };
  /** Choose what you are told where. Replaces all preferences. The inbox has everything, whatever is chosen. For: admin, client, worker. */
  'PUT /ext/notifications/preferences': { body: NotificationSettings; answer: NotificationPreferences };
  /** See why you got a message or did not. What each channel did with each notification. Admins can ask for another account. For: admin, client, worker. */
  'GET /ext/notifications/deliveries': { query?: { limit?: number; offset?: number; sort?: 'created_at'; order?: 'asc' | 'desc'; user_id?: string }; answer: NotificationDecisionPage };
  /** Turn off notifications by mail. For mail programs: the address is in the header List-Unsubscribe of each mail. */
  'POST /ext/notifications/unsubscribe': { query: { key: string }; answer: Ok };
  /** Read the key that browsers subscribe to. It is made at the first request and stays. Without `DATA_ENCRYPTION_KEY` there is none. For: admin, client, worker. */
  'GET /ext/push/key': { answer: PushKey };
  /** Show notifications in this browser. Until the session ends. A browser that was subscribed before is taken over. At most 10 per account. For: admin, client, worker. */
  'POST /ext/push/subscriptions': { body: AddPushSubscription; answer: PushSubscription };
  /** Show no more notifications in a browser. The endpoint is in the body, because addresses are logged by proxies, and this one is a secret of the browser. For: admin, client, worker. */
  'DELETE /ext/push/subscriptions': { body: RemovePushSubscription; answer: Ok };
  /** List your webhooks. For admins those of all accounts. For: admin, client. */
  'GET /ext/webhooks': { query?: { limit?: number; offset?: number; sort?: 'created_at' | 'id'; order?: 'asc' | 'desc' }; answer: WebhookPage };
  /** Create a webhook. The service sends it a signed POST for each of the events: of every ticket for an admin, of the own ones for a client. At most 20 per account. One that an API token creates ends with the token. For: admin, client. */
  'POST /ext/webhooks': { body: CreateWebhook; answer: NewWebhook };
  /** Read a webhook. For: admin, client. */
  'GET /ext/webhooks/{id}': { params: { id: string }; answer: Webhook };
  /** Change, enable or disable a webhook. One that is enabled is sent what waits since it was disabled. One that gets its URL from an API token ends with the token. For: admin, client. */
  'PATCH /ext/webhooks/{id}': { params: { id: string }; body: ChangeWebhook; answer: Webhook };
  /** Delete a webhook with its deliveries. For: admin, client. */
  'DELETE /ext/webhooks/{id}': { params: { id: string }; answer: Ok };
  /** Give a webhook another secret. For 24 hours messages are signed with both. An API token may do it for webhooks that it made. For: admin, client. */
  'POST /ext/webhooks/{id}/rotate-secret': { params: { id: string }; answer: NewWebhook };
  /** Send a test message. Signed as every message, of the type `test`, before those that wait. It is not repeated when it fails. The list of deliveries tells what became of it. For: admin, client. */
  'POST /ext/webhooks/{id}/test': { params: { id: string }; answer: WebhookDelivery };
  /** List what was sent to a webhook, and what waits. Kept for 30 days, of those that are done the newest 1,000. For: admin, client. */
  'GET /ext/webhooks/{id}/deliveries': { params: { id: string }; query?: { limit?: number; offset?: number; sort?: 'created_at'; order?: 'asc' | 'desc'; state?: 'pending' | 'delivered' | 'failed' | 'dropped' }; answer: WebhookDeliveryPage };
  /** Send a delivery once more. With the same `webhook-id` and body, before those that wait. It is not repeated when it fails. For: admin, client. */
  'POST /ext/webhooks/{id}/deliveries/{delivery_id}/redeliver': { params: { id: string; delivery_id: number }; answer: WebhookDelivery };
  /** Speak the Model Context Protocol. Streamable HTTP without sessions: the body is a JSON-RPC message, the answer another one, or 202 for a notification. Tools search, read, create, comment on, confirm, reject and count tickets with the rights of the API token; one of the scope `read` has no tools that write. For: admin, client, worker. */
  'POST /ext/mcp': { answer: McpMessage };
}
