import assert from 'node:assert/strict';
import pg from 'pg';
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
    const client = new pg.Client({ connectionString: this.service.databaseUrl });
    await client.connect();
    try {
      await client.query('update users set must_change_password = $2 where email = $1', [email, mustChange]);
    } finally {
      await client.end();
    }
  }

  /** @returns the body of the answer, which must be a success */
  async call(email: string, method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>> {
    const answer = await this.service.request(await this.#token(email), method, path, body);
    assert(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async addPhoto(email: string, ticket: number, file: PictureFile): Promise<void> {
    await this.service.upload(`/tickets/${ticket}/photos`, await this.#token(email), file);
  }

  async addAttachment(email: string, ticket: number, file: PictureFile): Promise<void> {
    await this.service.upload(`/ext/tickets/${ticket}/attachments`, await this.#token(email), file);
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
