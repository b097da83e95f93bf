import type { MailOptions } from '../../platform/config/config.ts';

/** What nodemailer throws. */
export interface SmtpError extends Error {
  /** of nodemailer, such as `EAUTH` */
  code?: string;
  /** of the answer of the server; missing without an answer */
  responseCode?: number;
  /** the answer, which may have several lines */
  response?: string;
  /** what was answered */
  command?: string;
}

/** What a failure is about, by the code of nodemailer, and by the words of OpenSSL where it has none for TLS. */
export function causeOf({ code = '', message, responseCode }: SmtpError) {
  if (code === 'EAUTH' || code === 'EOAUTH2') return 'sign_in';
  if (code === 'ETLS' || /certificate|\bTLS\b|\bSSL\b/i.test(message)) return 'encryption';
  if (code === 'EENVELOPE') return 'address';
  return responseCode === undefined && code !== 'EMESSAGE' ? 'unreachable' : 'refused';
}

/** Enhanced status codes (RFC 3463); not the beginning of an IPv4 address. */
const enhancedStatus = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
/** Those of the recipient's address and mailbox, and of the size and content of the mail. 5.1.7 and 5.1.8 are of the sender's. */
const finalStatus = /^5\.(1\.([0-6]|10)|2\.\d|3\.4|6\.\d+)$/;
/** Reply codes without an enhanced status code that are about the recipient (RFC 5321, 4.2.3), or about the size of the mail. */
const finalReplies = { recipient: [550, 551, 552, 553, 556], content: [552] };
/** What servers write of the permission to send, often with other codes. The "relay recipient table" is Postfix's list of users. */
const permissionWords =
  /relay(?! recipient table)|\bsender|send ?as|from address|authenticat|authori[sz]|credential|log ?in\b|permit|permission|privilege|denied|prohibit|policy|not verified|\bspf\b|\bdkim\b|\bdmarc\b|blocked using|block ?list|black ?list|reputation|\bptr\b|reverse dns|client host|\bip\b|(sending|daily|hourly) limit/i;

/**
 * Whether the server refuses this recipient or this content for good. What speaks of the permission to send is about settings that
 * the operator can correct, here or at the mail server, and so is what cannot be understood.
 */
export function isFinal({ responseCode = 0, response = '', command = '' }: SmtpError): boolean {
  if (responseCode < 500 || !/^(RCPT TO|DATA)/.test(command)) return false;
  const text = response.replaceAll(/\S+@\S+/g, ''); // addresses may contain these words
  if (permissionWords.test(text)) return false;
  const statuses = text.match(enhancedStatus) ?? [];
  if (statuses.length > 0) return statuses.every((status) => finalStatus.test(status));
  return finalReplies[command.startsWith('RCPT TO') ? 'recipient' : 'content'].includes(responseCode);
}

/**
 * @returns the error on one line for the log and the health page, without the recipient and without links of the mail, which a server
 * may quote
 */
export function describeFailure(error: SmtpError, to: string, smtp: Pick<MailOptions, 'security'>): string {
  const text = error.message
    .replaceAll(/https?:\S+/g, '<link>') // reset links must not reach the log
    .replaceAll(to, '<address>')
    .replace(/\S*:SSL routines:[^:]*:([^:]+):\S*/, 'TLS: $1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const hint = hintFor(error, smtp);
  return hint ? `${text} (${hint})` : text;
}

/** @returns which setting the error is about, where that is known */
function hintFor(
  { message, responseCode, command = '' }: SmtpError,
  { security }: Pick<MailOptions, 'security'>,
): string | undefined {
  if (security === 'tls' && /wrong version number|packet length too long/.test(message)) {
    return 'the port does not begin with TLS: set SMTP_SECURITY=starttls, or SMTP_PORT to the port of the server for TLS, usually 465';
  }
  if (security !== 'tls' && message.includes('Greeting never received'))
    return 'if the port begins with TLS, set SMTP_SECURITY=tls';
  if (/self[- ]signed certificate|unable to (verify|get)/.test(message)) {
    return 'name the file of its certificate authority in NODE_EXTRA_CA_CERTS';
  }
  if (responseCode === 504 && command.startsWith('AUTH'))
    return 'the server takes no password: set SMTP_OAUTH_CLIENT_ID and the settings beside it, or use its relay';
  return undefined;
}
