import { isEmail } from '../lib/email.ts';
import { ConfigError, type Environment, flag, host, integer, secret, text } from './parse-setting.ts';

/** The mailbox from which reports and replies are read. */
export interface IntakeOptions {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS */
  secure: boolean;
  user: string;
  password: string;
  folder: string;
  /** to which people write, in lower case and without a plus part */
  address: string;
}

const imapsPort = 993;
const imapPort = 143;

/** @returns undefined without IMAP_HOST: no mail is read. @throws ConfigError when a setting is missing or invalid */
export function intake(env: Environment): IntakeOptions | undefined {
  const server = host(env, 'IMAP_HOST');
  const secure = flag(env, 'IMAP_SECURE');
  const port = integer(env, 'IMAP_PORT', secure ? imapsPort : imapPort);
  const user = text(env, 'IMAP_USER');
  const password = secret(env, 'IMAP_PASSWORD');
  const folder = text(env, 'IMAP_FOLDER');
  const address = text(env, 'INTAKE_ADDRESS').toLowerCase();
  if (address && (!isEmail(address) || address.includes('+')))
    throw new ConfigError('INTAKE_ADDRESS must look like callout@example.com, without a plus sign');
  if (!server) return undefined;
  if (!user || !password || !address) throw new ConfigError('IMAP_HOST needs IMAP_USER, IMAP_PASSWORD and INTAKE_ADDRESS');
  if (Buffer.byteLength(address.slice(0, address.lastIndexOf('@'))) > maxLocalPartBytes)
    throw new ConfigError(
      `INTAKE_ADDRESS must have at most ${maxLocalPartBytes} bytes before the @, which leaves room for signed addresses`,
    );
  return { host: server, port, secure, user, password, folder, address };
}

/** A local part has 64 octets (RFC 5321); the token of a portal has 43, after a plus sign. */
const maxLocalPartBytes = 20;
