import { days } from '../../lib/duration.ts';
import { choice, duration, flag, host, hosts, integer, secret, text, url } from './kinds.ts';

// What goes out: mail, messages, push, webhooks, and the proxy between.

export const mailSettings = {
  SMTP_HOST: host('', 'mail server: a name or an address, IPv6 with or without brackets; empty: no mail'),
  SMTP_PORT: integer(
    undefined,
    { min: 1, max: 65_535 },
    'port of the mail server; empty: 587, or 465 with `SMTP_SECURE=true`; on 465 TLS always begins with the first byte',
  ),
  SMTP_SECURITY: choice(
    '',
    ['', 'starttls', 'tls', 'opportunistic', 'none'],
    '`tls`: TLS from the first byte; `starttls`: no mail is sent without TLS; `opportunistic`: STARTTLS where the server offers it, always with `SMTP_USER` except on loopback; `none`: never; empty: `SMTP_SECURE` and `SMTP_REQUIRE_TLS` say it',
  ),
  SMTP_SECURE: flag(false, '`true`: TLS from the first byte; otherwise STARTTLS where the server offers it'),
  SMTP_REQUIRE_TLS: flag(false, '`true`: no mail is sent without TLS; with `SMTP_USER` that is always so, except on loopback'),
  SMTP_USER: text('', 'account at the mail server; empty: none'),
  SMTP_PASSWORD: secret('password at the mail server'),
  SMTP_OAUTH_CLIENT_ID: text(
    '',
    'the client with which access tokens are obtained, in place of `SMTP_PASSWORD` ([Google and Microsoft 365](mail.md#google-and-microsoft-365)); needs `SMTP_USER`',
  ),
  SMTP_OAUTH_CLIENT_SECRET: secret('the secret of that client'),
  SMTP_OAUTH_REFRESH_TOKEN: secret('the refresh token for the mailbox, with the right to send by SMTP'),
  SMTP_OAUTH_TOKEN_URL: text(
    '',
    'where access tokens are obtained, such as `https://login.microsoftonline.com/TENANT/oauth2/v2.0/token` or `https://oauth2.googleapis.com/token`',
  ),
  MAIL_FROM: text(
    '',
    'sender, `callout@example.com` or `Callout <callout@example.com>`; empty: `callout@` and the host of `PUBLIC_URL`',
  ),
  IMAP_HOST: host(
    '',
    'server of the mailbox whose mails become reports, and replies comments ([Mail to Callout](intake.md)); empty: no mail is read',
  ),
  IMAP_PORT: integer(undefined, { min: 1, max: 65_535 }, 'port of that server; empty: 993, or 143 with `IMAP_SECURE=false`'),
  IMAP_SECURE: flag(true, '`false`: STARTTLS in place of TLS from the first byte'),
  IMAP_USER: text('', 'account at that server'),
  IMAP_PASSWORD: secret('password at that server'),
  IMAP_FOLDER: text('INBOX', 'folder that is read'),
  INTAKE_ADDRESS: text(
    '',
    'the address of the mailbox, at most 20 bytes before the @; the mail server must accept addresses with a plus part',
  ),
};

export const messengerSettings = {
  MESSENGER_BOT_TOKEN: secret("the service's Telegram bot, `<id>:<secret>`; empty: notifications only through people's own bots"),
  MESSENGER_API_ROOT: url('https://api.telegram.org', 'address of the Bot API server, where you run one of your own'),
  MESSENGER_LINK_BASE: url('https://t.me', 'base of links that open a bot'),
  MESSENGER_NOTIFY_AFTER: duration(
    '24h',
    'time in `new` after which a client is reminded of a ticket, and again after each further such time',
    days(3650),
  ),
  // setTimeout() takes at most 2^31 - 1 ms.
  MESSENGER_TICK_EVERY: duration('1m', 'interval of the reminder job', days(24)),
  PUSH_ALLOWED_HOSTS: hosts(
    'comma-separated `host:port` of push services that may have an internal address; all others must have a public one',
  ),
  WEBHOOK_ALLOWED_HOSTS: hosts(
    'comma-separated `host:port` that [webhooks](webhooks.md) may call though they are internal, without TLS too; all others must have a public address. Every client can send POST requests with any path to them; what they answer only admins read',
  ),
};

export const proxySettings = {
  HTTPS_PROXY: text(
    '',
    'the proxy of the network for calls to other hosts, such as `http://proxy.example.com:3128` ([Proxy for outgoing calls](network.md#proxy-for-outgoing-calls))',
  ),
  HTTP_PROXY: text('', 'the same for calls without TLS'),
  NO_PROXY: text('', 'comma-separated hosts, `.domains`, addresses and networks (`10.0.0.0/8`) that are called without it'),
  WEBHOOK_PROXY: flag(false, '`true`: webhooks use the proxy, too, which resolves names by itself'),
};
