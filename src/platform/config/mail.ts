import { ConfigError, type Environment, flag, host, integer, isMailbox, secret, text } from './parse-setting.ts';

/** The SMTP server and the sender of mails. */
export interface MailOptions {
  host: string;
  port: number;
  /** true: TLS from the first byte; false: STARTTLS if the server offers it */
  secure: boolean;
  /** true: no mail is sent without TLS */
  requireTls: boolean;
  /** empty: no authentication */
  user: string;
  password: string;
  from: string;
}

/** On this port TLS begins with the first byte (RFC 8314). */
const smtpsPort = 465;

/** @returns undefined without a mail server. @throws ConfigError when a setting is invalid */
export function smtp(env: Environment): MailOptions | undefined {
  const server = host(env, 'SMTP_HOST', '');
  const secureSetting = flag(env, 'SMTP_SECURE');
  const requireTls = flag(env, 'SMTP_REQUIRE_TLS');
  const port = integer(env, 'SMTP_PORT', secureSetting ? smtpsPort : 587, 1, 65_535);
  // Whatever the setting says: otherwise both sides wait for each other.
  const secure = secureSetting || port === smtpsPort;
  const user = text(env, 'SMTP_USER', '');
  const password = secret(env, 'SMTP_PASSWORD');
  if (Boolean(user) !== Boolean(password))
    throw new ConfigError('SMTP_USER and SMTP_PASSWORD belong together: set both or neither');
  const publicHost = URL.parse(text(env, 'PUBLIC_URL', ''))?.hostname ?? 'localhost';
  const from = text(env, 'MAIL_FROM', '');
  if (from && !isMailbox(from))
    throw new ConfigError('MAIL_FROM must look like callout@example.com or Callout <callout@example.com>');
  if (!server) return undefined;
  return { host: server, port, secure, requireTls, user, password, from: from || `Callout <callout@${publicHost}>` };
}
