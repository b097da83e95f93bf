-- The language of the mails and messages to an account; null, English, until one is chosen.
alter table users add column language text constraint users_language_known check (language in ('en', 'de', 'pl'));
