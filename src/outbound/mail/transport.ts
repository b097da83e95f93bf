import type { Transporter } from 'nodemailer';
import type { Config, MailOptions } from '../../platform/config/config.ts';
import type { MailOAuth } from '../../platform/config/mail.ts';
import { newMessageId } from '../../platform/lib/email.ts';
import { fetchAccessToken } from './access-token.ts';
import { causeOf, describeFailure, isFinal, type SmtpError } from './failure.ts';

const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Programs answer mails with these headers with no absence note (RFC 3834, and what Exchange looks at instead). */
const automaticHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** The content of a mail, as text and as HTML. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
}

/** A picture that the HTML of a mail shows. */
interface MailAttachment {
  /** `cid:` and this is its address */
  cid: string;
  filename: string;
  content: Buffer;
  contentType: string;
  contentDisposition: 'inline';
}

/**
 * Sends a mail.
 * @param headers beside those of every mail
 * @returns why the server refuses it for good; undefined: it was accepted
 * @throws when it has to be tried again; the message holds neither the address nor links
 */
export type SendMail = (to: string, mail: MailContent, headers?: Record<string, string>) => Promise<string | undefined>;

/** @returns a function that finds what sends mails over the mail server that is set at the time, if any */
export function currentMailer(config: Pick<Config, 'smtp'>): () => SendMail | undefined {
  let last: { smtp: MailOptions; send: SendMail } | undefined;
  return () => {
    const { smtp } = config;
    // Kept while the settings are the same: access tokens of OAuth are kept with it.
    if (smtp && last?.smtp !== smtp) last = { smtp, send: createMailer(smtp) };
    return smtp && last?.send;
  };
}

/** @returns what sends mails over the mail server */
function createMailer(smtp: MailOptions): SendMail {
  const transporter = openTransport(smtp);
  return async (to, mail, headers = {}) => {
    try {
      await (await transporter).sendMail({ ...envelope(smtp, to), ...mail, headers: { ...automaticHeaders, ...headers } });
      return undefined;
    } catch (error) {
      const reason = describeFailure(error as SmtpError, to, smtp);
      if (isFinal(error as SmtpError)) return reason;
      throw new Error(reason);
    }
  };
}

/** Given as an object, the address is not parsed: special characters in it cannot add recipients. */
const envelope = ({ from }: MailOptions, to: string) => ({ from, to: { name: '', address: to }, messageId: newMessageId(from) });

/** What became of a mail that was sent as a test. */
interface MailAttempt {
  ok: boolean;
  reason: 'sent' | 'unreachable' | 'encryption' | 'sign_in' | 'address' | 'refused';
  /** what the server or the connection said, without the address */
  detail: string;
}

/** Sends a mail once, on a connection of its own. */
export async function attemptMail(smtp: MailOptions, to: string, mail: MailContent): Promise<MailAttempt> {
  const transporter = await openTransport(smtp);
  try {
    await transporter.sendMail({ ...envelope(smtp, to), ...mail, headers: automaticHeaders });
    return { ok: true, reason: 'sent', detail: '' };
  } catch (error) {
    const failure = error as SmtpError;
    return { ok: false, reason: causeOf(failure), detail: describeFailure(failure, to, smtp) };
  } finally {
    transporter.close();
  }
}

/** Connects to the mail server and signs in, without sending. @throws Error with the reason and the setting that it is about */
export async function checkMailServer(smtp: MailOptions): Promise<void> {
  const transporter = await openTransport(smtp);
  try {
    await transporter.verify();
  } catch (error) {
    throw new Error(describeFailure(error as SmtpError, smtp.from, smtp));
  } finally {
    transporter.close();
  }
}

/** Imports nodemailer only where mail is sent: it takes 5 MB of memory. */
async function openTransport(smtp: MailOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ ...connectionOptions(smtp), ...timeoutsMs, disableFileAccess: true, disableUrlAccess: true });
}

/** Whether mails go unencrypted when the server offers no STARTTLS, or when somebody between removes the offer. */
export function mayGoUnencrypted(smtp: MailOptions): boolean {
  const { secure, requireTLS } = connectionOptions(smtp);
  return !secure && !requireTLS && !isLoopback(smtp.host);
}

function connectionOptions({ host, port, security, user, password, oauth }: MailOptions) {
  return {
    host,
    port,
    secure: security === 'tls',
    ignoreTLS: security === 'none',
    // A password is sent over TLS only, except on loopback, and where the operator has ruled TLS out.
    requireTLS: security === 'starttls' || (security === 'opportunistic' && user !== '' && !isLoopback(host)),
    // Certificates are not verified on loopback: local servers use self-signed ones.
    tls: { rejectUnauthorized: !isLoopback(host) },
    ...(oauth ? { auth: oauthOptions(user, oauth) } : user && { auth: { user, pass: password } }),
  };
}

const oauthOptions = (user: string, oauth: MailOAuth) => ({
  type: 'OAuth2' as const,
  user,
  provisionCallback: (
    _user: string,
    _renew: boolean,
    done: (error: Error | null, token?: string, expiresAtMs?: number) => void,
  ) => {
    fetchAccessToken(oauth).then(({ token, expiresAtMs }) => done(null, token, expiresAtMs), done);
  },
});

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
