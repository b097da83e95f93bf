import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { issueCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { type Message, readMime } from './mime.ts';
import { waitFor } from './wait.ts';

// A mail server that keeps what it gets: TLS, authentication, and failures on demand.

export interface Mail extends Message {
  /** The envelope: what counts, whatever the headers say. */
  from: string;
  to: string[];
  /** Whether it came over TLS. */
  secure: boolean;
  user: string | undefined;
  time: Date;
}

interface Options {
  /** TLS from the first byte on. Otherwise STARTTLS is offered. */
  secure?: boolean;
  /** No STARTTLS is offered, as after a downgrade attack. */
  plain?: boolean;
  /** Without it there is no authentication. */
  auth?: { user: string; password: string; accessToken?: string };
}

export async function startSmtpServer(options: Options = {}): Promise<FakeSmtpServer> {
  const smtp = new FakeSmtpServer(options);
  await smtp.resume();
  return smtp;
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

export class FakeSmtpServer {
  /** The certificate that clients must trust, and its file for NODE_EXTRA_CA_CERTS. */
  readonly ca: string;
  readonly caFile: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'callout-smtp-'));
  readonly #server: SMTPServer;
  readonly #mails: Mail[] = [];
  readonly #refused = new Map<string, Error>();
  #failures: number[] = [];
  #port = 0;

  constructor({ secure = false, plain = false, auth }: Options) {
    const { cert, key } = issueCertificate();
    this.ca = cert;
    this.caFile = join(this.#folder, 'ca.pem');
    writeFileSync(this.caFile, cert);
    this.#server = new SMTPServer({
      cert,
      key,
      secure,
      disabledCommands: [...(plain ? ['STARTTLS'] : []), ...(auth ? [] : ['AUTH'])],
      disableReverseLookup: true,
      authMethods: auth?.accessToken ? ['XOAUTH2'] : ['PLAIN', 'LOGIN'],
      onAuth({ username, password, accessToken }, _, callback) {
        const isRight = auth?.accessToken ? accessToken === auth.accessToken : password === auth?.password;
        const known = username === auth?.user && isRight;
        callback(known ? null : refusal(535, 'Invalid username or password'), { user: username });
      },
      onRcptTo: ({ address }, _, callback) => {
        callback(this.#refused.get(address) ?? null);
      },
      onData: (stream, session, callback) => void this.#take(stream, session, callback),
    });
    // Some tests cause disconnects and failed TLS handshakes.
    this.#server.on('error', () => {});
  }

  get port(): number {
    return this.#port;
  }

  mails(): Mail[] {
    return [...this.#mails];
  }

  /** Waits for a mail. @returns the first one that matches the predicate */
  waitForMail(predicate: (mail: Mail) => boolean = () => true, timeoutMs?: number): Promise<Mail> {
    return waitFor(() => this.#mails.find(predicate), timeoutMs);
  }

  /** The next mails are rejected after their content: temporarily with 451, permanently with 554. */
  failNext(times = 1, code = 451): void {
    this.#failures.push(...Array<number>(times).fill(code));
  }

  /** Rejects mails to this address from now on, with a message that contains the address unless another is given. */
  refuse(address: string, code = 550, message = `<${address}>: No such user here`): void {
    this.#refused.set(address, refusal(code, message));
  }

  /** Accepts mails to this address again. */
  accept(address: string): void {
    this.#refused.delete(address);
  }

  /** Starts an outage: open connections are closed and new ones refused. */
  pause(): void {
    this.#server.server.close();
    for (const connection of this.#server.connections) connection.close();
  }

  /** Ends the outage, at the same port. */
  async resume(): Promise<void> {
    this.#port ||= await freePort();
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  async stop(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
    if (!this.#server.server.listening) return;
    const closed = once(this.#server.server, 'close');
    this.#server.close();
    this.pause();
    await closed;
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession, done: OnTaken): Promise<void> {
    // latin1 keeps every byte; UTF-8 would replace invalid ones.
    const raw = await text(stream.setEncoding('latin1')).catch(() => undefined);
    // The client disconnected during the mail.
    if (raw === undefined) return;
    const failure = this.#failures.shift();
    if (failure !== undefined) return done(refusal(failure, failure < 500 ? 'Try again later' : 'Transaction failed'));
    const { mailFrom, rcptTo } = session.envelope;
    this.#mails.push({
      ...readMime(raw),
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      secure: session.secure,
      user: session.user,
      time: new Date(),
    });
    done();
  }
}

type OnTaken = Parameters<NonNullable<SMTPServerOptions['onData']>>[2];
