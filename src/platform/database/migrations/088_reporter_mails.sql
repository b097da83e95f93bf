-- Mails to people who have reported a problem without an account, about how far it is.

alter table portal_reports
  -- Empty: none was left.
  add column email              text not null default '',
  add column email_language     text not null default 'en',
  -- Random, in the links of mails: whoever has it reads the mails of the address.
  add column mail_key           uuid constraint portal_reports_mail_key unique,
  -- null: nothing but the mail that asks for it is sent.
  add column email_confirmed_at timestamptz(3),
  -- null: the reporter has not ended them.
  add column mails_ended_at     timestamptz(3),
  add constraint portal_reports_email check ((email = '') = (mail_key is null));
