import type { Transporter } from 'nodemailer';
import type { MailOptions } from '../../platform/config/config.ts';

const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Imports nodemailer only where mail is sent: it takes 5 MB of memory. */
export async function createMailer(smtp: MailOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ ...connectionOptions(smtp), ...timeoutsMs, disableFileAccess: true, disableUrlAccess: true });
}

/** Whether mails go unencrypted when the server offers no STARTTLS, or when somebody between removes the offer. */
export const mayGoUnencrypted = (smtp: MailOptions): boolean =>
  !smtp.secure && !isLoopback(smtp.host) && !connectionOptions(smtp).requireTLS;

function connectionOptions({ host, port, secure, requireTls, user, password }: MailOptions) {
  return {
    host,
    port,
    secure,
    // A password is sent over TLS only, except on loopback.
    requireTLS: requireTls || (user !== '' && !isLoopback(host)),
    // Certificates are not verified on loopback: local servers use self-signed ones.
    tls: { rejectUnauthorized: !isLoopback(host) },
    ...(user && { auth: { user, pass: password } }),
  };
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
