import { ConfigError, choice, type Environment, flag, host, integer, isMailbox, secret, text } from './parse-setting.ts';

/**
 * `tls`: TLS from the first byte; `starttls`: no mail is sent before STARTTLS; `opportunistic`: STARTTLS if the server offers it, and
 * always where a user signs in; `none`: never
 */
export type MailSecurity = 'tls' | 'starttls' | 'opportunistic' | 'none';

/** How access tokens are obtained (RFC 6749, 6). */
export interface MailOAuth {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  tokenUrl: string;
}

/** The SMTP server and the sender of mails. */
export interface MailOptions {
  host: string;
  port: number;
  security: MailSecurity;
  /** empty: no authentication */
  user: string;
  password: string;
  /** signs in with an access token in place of the password */
  oauth: MailOAuth | undefined;
  from: string;
}

/** On this port TLS begins with the first byte (RFC 8314). */
const smtpsPort = 465;

/** The variables of the mail server. */
export const mailVariables = [
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_SECURITY',
  'SMTP_SECURE',
  'SMTP_REQUIRE_TLS',
  'SMTP_USER',
  'MAIL_FROM',
  'SMTP_OAUTH_CLIENT_ID',
  'SMTP_OAUTH_TOKEN_URL',
] as const;
/** Those that are secrets, which can also come from a file. */
export const mailSecrets = ['SMTP_PASSWORD', 'SMTP_OAUTH_CLIENT_SECRET', 'SMTP_OAUTH_REFRESH_TOKEN'] as const;

/**
 * @param env the environment, without a password perhaps: it may be stored later
 * @param name of the installation, as sender of its mails
 * @returns undefined without a mail server. @throws ConfigError when a setting is invalid
 */
export function smtp(env: Environment, name: string): MailOptions | undefined {
  const server = host(env, 'SMTP_HOST');
  const { security, port } = connection(env);
  const user = text(env, 'SMTP_USER');
  const password = secret(env, 'SMTP_PASSWORD');
  const oauth = smtpOAuth(env);
  const from = text(env, 'MAIL_FROM');
  if (from && !isMailbox(from))
    throw new ConfigError('MAIL_FROM must look like callout@example.com or Callout <callout@example.com>');
  if (!server) return undefined;
  return { host: server, port, security, user, password, oauth, from: from || defaultSender(env, name) };
}

/** @throws ConfigError when the environment has one half of a login only */
export function requireCompleteLogin(env: Environment): void {
  const user = text(env, 'SMTP_USER');
  const password = secret(env, 'SMTP_PASSWORD');
  const oauth = smtpOAuth(env);
  if (oauth && (!user || password)) throw new ConfigError('SMTP_OAUTH_CLIENT_ID needs SMTP_USER, and no SMTP_PASSWORD');
  if (!oauth && Boolean(user) !== Boolean(password))
    throw new ConfigError('SMTP_USER and SMTP_PASSWORD belong together: set both or neither');
}

/** The sender of mails without MAIL_FROM. @param name of the installation: what would end it is left out */
export function defaultSender(env: Environment, name: string): string {
  const publicHost = URL.parse(text(env, 'PUBLIC_URL'))?.hostname ?? 'localhost';
  const shown = name.replaceAll(/["\\<>\p{C}]/gu, '');
  return `${/^[\w ]+$/.test(shown) ? shown : `"${shown}"`} <callout@${publicHost}>`;
}

/** @returns how the mail server is reached. @throws ConfigError when a setting is invalid */
export function connection(env: Environment): Pick<MailOptions, 'security' | 'port'> {
  const setting = choice(env, 'SMTP_SECURITY');
  const isTls = flag(env, 'SMTP_SECURE');
  const isRequired = flag(env, 'SMTP_REQUIRE_TLS');
  const usesTlsPort = setting === '' ? isTls : setting === 'tls';
  const port = integer(env, 'SMTP_PORT', usesTlsPort ? smtpsPort : 587);
  if (setting !== '') return { security: setting as MailSecurity, port };
  // On that port whatever the older settings say: otherwise both sides wait for each other.
  if (isTls || port === smtpsPort) return { security: 'tls', port };
  return { security: isRequired ? 'starttls' : 'opportunistic', port };
}

/** @throws ConfigError when some of the settings are missing */
function smtpOAuth(env: Environment): MailOAuth | undefined {
  const clientId = text(env, 'SMTP_OAUTH_CLIENT_ID');
  const clientSecret = secret(env, 'SMTP_OAUTH_CLIENT_SECRET');
  const refreshToken = secret(env, 'SMTP_OAUTH_REFRESH_TOKEN');
  const tokenUrl = text(env, 'SMTP_OAUTH_TOKEN_URL');
  const given = [clientId, clientSecret, refreshToken, tokenUrl].filter(Boolean).length;
  if (given === 0) return undefined;
  if (given < 4) {
    throw new ConfigError(
      'SMTP_OAUTH_CLIENT_ID, SMTP_OAUTH_CLIENT_SECRET, SMTP_OAUTH_REFRESH_TOKEN and SMTP_OAUTH_TOKEN_URL belong together',
    );
  }
  const { protocol, hostname } = URL.parse(tokenUrl) ?? { protocol: '', hostname: '' };
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new ConfigError('SMTP_OAUTH_TOKEN_URL must look like https://login.example.com/oauth2/token');
  return { clientId, clientSecret, refreshToken, tokenUrl };
}
