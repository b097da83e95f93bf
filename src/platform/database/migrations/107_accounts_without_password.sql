-- An account that was created without a password: its owner sets one with a link. Until then whoever created it may issue another link.

alter table users add column awaits_password boolean not null default false;
