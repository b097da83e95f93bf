import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { waitFor } from '../../testing/wait.ts';
import { adminEmail, type ConsoleService, password } from './console-service.ts';
import type { PictureFile } from './pictures.ts';

/** Calls the API as the accounts that a test makes. */
export class ApiClient {
  readonly service: ConsoleService;
  /** Distinguishes the accounts of this test from those of others. */
  readonly suffix: string;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(service: ConsoleService, suffix: string) {
    this.service = service;
    this.suffix = suffix;
  }

  /**
   * Creates an account that can sign in, as if its owner had chosen the password.
   * @param by e-mail of the account that creates it
   * @returns its e-mail: the first word of the name, with the suffix of the test
   */
  async account(name: string, role: string, by = adminEmail): Promise<string> {
    const email = `${name.split(' ')[0]?.toLowerCase()}.${this.suffix}@example.com`;
    await this.call(by, 'POST', '/users', { email, name, password, role, phone: '+49 30 5550100' });
    await this.setMustChangePassword(email, false);
    return email;
  }

  /** Sets whether the console asks for another password, without the requests and the hash of a change. */
  async setMustChangePassword(email: string, mustChange: boolean): Promise<void> {
    await this.query('update users set must_change_password = $2 where email = $1', [email, mustChange]);
  }

  /** Executes a statement as the owner of the tables, for what no operation does. @returns its rows */
  async query(statement: string, values: unknown[] = []): Promise<ReturnType<typeof JSON.parse>[]> {
    const client = new pg.Client({ connectionString: this.service.databaseUrl });
    await client.connect();
    try {
      return (await client.query(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Moves the times of a ticket into the past. @param interval such as `2 days` */
  async backdate(ticket: number, interval: string): Promise<void> {
    const times = ['created_at', 'assigned_at', 'started_at', 'done_at', 'rejected_at'].map(
      (name) => `${name} = ${name} - $2::interval`,
    );
    await this.query(`update tickets set ${times.join(', ')} where id = $1`, [ticket, interval]);
    await this.query('update ticket_events set created_at = created_at - $2::interval where ticket_id = $1', [ticket, interval]);
  }

  /** Copies an assigned ticket, without its journal. */
  async copyTicket(id: number, copies: number): Promise<void> {
    const columns = `status, worker_id, assigned_by, assigned_at, category, priority, description, address, project_id, object_id,
      client_id, created_at`;
    const select = `select ${columns} from tickets, generate_series(1, $2) where id = $1`;
    await this.query(`insert into tickets (${columns}) ${select}`, [id, copies]);
  }

  /** @returns the id of an account */
  async idOf(email: string): Promise<string> {
    return (await this.call(email, 'GET', '/auth/me')).id;
  }

  /** Turns two-factor authentication on. @returns the generator of its codes; the one of the present half-minute is not used up */
  async turnOnTotp(email: string): Promise<TOTP> {
    const { secret } = await this.call(email, 'POST', '/ext/mfa/totp', { password });
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await waitFor(() => Date.now() % 30_000 < 27_000); // not when the service may be in the next half-minute already
    await this.call(email, 'POST', '/ext/mfa/totp/confirm', { code: totp.generate({ timestamp: Date.now() - 30_000 }) });
    return totp;
  }

  /** @returns the body of the answer, which must be a success */
  async call(email: string, method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>> {
    const answer = await this.service.request(await this.#token(email), method, path, body);
    assert(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Lets a client act for another one. */
  async grant(principal: string, deputy: string, scope: 'read' | 'write'): Promise<void> {
    const { link } = await this.call(principal, 'POST', '/ext/grants', { email: deputy, scope });
    await this.call(deputy, 'POST', '/ext/grants/accept', { token: new URL(link).hash.replace('#token=', '') });
  }

  async addPhoto(email: string, ticket: number, file: PictureFile): Promise<void> {
    await this.service.upload(`/tickets/${ticket}/photos`, await this.#token(email), file);
  }

  async addAttachment(email: string, ticket: number, file: PictureFile): Promise<void> {
    await this.service.upload(`/ext/tickets/${ticket}/attachments`, await this.#token(email), file);
  }

  /** @param place path of an object or of equipment; @param expires_on empty: it does not expire */
  async addDocument(email: string, place: string, file: PictureFile, title: string, expires_on = ''): Promise<void> {
    await this.service.upload(`${place}/documents`, await this.#token(email), file, { title, ...(expires_on && { expires_on }) });
  }

  /** Takes the ticket through these operations, as this account. */
  async transition(email: string, ticket: number, ...operations: string[]): Promise<void> {
    for (const operation of operations) await this.call(email, 'PATCH', `/tickets/${ticket}/${operation}`);
  }

  async ticketStatus(email: string, ticket: number): Promise<string> {
    return (await this.call(email, 'GET', `/tickets/${ticket}`)).status;
  }

  /** @returns the actions of the ticket's journal, oldest first, separated by spaces */
  async ticketActions(email: string, ticket: number): Promise<string> {
    const { items } = await this.call(email, 'GET', `/tickets/${ticket}/events`);
    return items.map(({ action }: { action: string }) => action).join(' ');
  }

  /** @returns the file names of the ticket's photos in their order */
  async photoNames(email: string, ticket: number): Promise<string[]> {
    const { items } = await this.call(email, 'GET', `/tickets/${ticket}/photos`);
    return items.map(({ original_name }: { original_name: string }) => original_name);
  }

  #token(email: string): Promise<string> {
    const token = this.#tokens.get(email) ?? this.service.signIn(email);
    this.#tokens.set(email, token);
    return token;
  }
}
