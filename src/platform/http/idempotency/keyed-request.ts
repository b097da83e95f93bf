import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Tx } from '../../database/database.ts';
import type { RequestTransaction } from '../../database/request-transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import { toHttpError } from '../error-handler.ts';
import { errorMessages } from '../error-messages.ts';
import { addVary, applyError } from '../error-response.ts';
import { conflict, type HttpError } from '../errors.ts';
import type { ScopedKey } from './key.ts';
import type { RequestDigest } from './request-digest.ts';
import { findAnswer, openAnswer, type StoredAnswer, storeAnswer, tryToLock } from './stored-answers.ts';

const retryAfterSeconds = 1;
/** Whether answers with this status are stored: not those that a retry must be able to change, by signing in or waiting. */
export const isStored = (status: number): boolean => status < 500 && status !== 401 && status !== 429;
const storedHeaders = ['content-type', 'set-cookie', 'error-code'] as const;

const stillRunning = (): HttpError =>
  conflict('idempotency_key_in_use', errorMessages.requestUnderWay, { retryAfter: retryAfterSeconds });
export const otherRequest = (): HttpError => conflict('idempotency_key_reused', errorMessages.otherRequestWithKey);
const unreadable = (): HttpError => conflict('idempotency_answer_unreadable', errorMessages.unreadableAnswer);

/** The keys of the requests that this process handles now. */
const running = new Set<string>();

/** A request with an Idempotency-Key: finds the answer to the first one, or stores its own. */
export class KeyedRequest {
  readonly transaction: RequestTransaction;
  readonly #digest: RequestDigest;
  /** without its body a request cannot be compared */
  #isBodyKnown = false;
  readonly #key: ScopedKey;
  readonly #db: Database;
  readonly #clock: Clock;
  /** why the request was not handled: the key is in use, or an answer was found meanwhile */
  #found: 'running' | Buffer | undefined;
  #runningAs: string | undefined;
  #isSettled = false;

  /** @param check runs in the transaction before the changes, and throws to refuse them */
  constructor(
    { db, clock }: { db: Database; clock: Clock },
    key: ScopedKey,
    digest: RequestDigest,
    check?: (tx: Tx) => Promise<void>,
  ) {
    this.#key = key;
    this.#db = db;
    this.#clock = clock;
    this.#digest = digest;
    this.transaction = db.requestTransaction(async (tx) => {
      await this.#claim(tx);
      await check?.(tx);
    });
  }

  /** Takes the body as it was received, also when it cannot be parsed. */
  addBody(body: Buffer): void {
    this.#digest.addBody(body);
    this.#isBodyKnown = true;
  }

  /**
   * Looks for the answer to the first request with the key, when the body was parsed.
   * @returns the answer to repeat; undefined when this is the first request
   * @throws 409 the first one is under way, or was another request
   */
  async findFirstAnswer(): Promise<StoredAnswer | undefined> {
    this.#isBodyKnown = true; // there is none, or the handler reads it
    const id = this.#key.id.toString('base64');
    if (running.has(id)) this.#found = 'running';
    else this.#found = await findAnswer(this.#db.read, this.#key, this.#clock());
    if (this.#found !== undefined) {
      this.#isSettled = true;
      return this.#repeatOrRefuse();
    }
    running.add(id);
    this.#runningAs = id;
    return undefined;
  }

  /** Stores the answer and commits the changes of the request. @returns the body to send, of another answer if need be */
  async settle(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (this.#isSettled) return payload;
    this.#isSettled = true;
    try {
      if (!this.#isRefused()) await this.#end(reply, payload);
    } catch (error) {
      if (!this.#isRefused()) return refuse(request, reply, commitError(request, error as Error));
    } finally {
      this.#release();
    }
    return this.#isRefused() ? this.#repeatInstead(request, reply) : payload;
  }

  /** Undoes the changes of a request that was never answered. */
  async abandon(): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    await this.transaction.rollback();
    this.#release();
  }

  #isRefused(): boolean {
    return this.#found !== undefined;
  }

  #release(): void {
    if (this.#runningAs !== undefined) running.delete(this.#runningAs);
  }

  /** The first thing in the transaction: from here on other requests with the key are refused, and its answer is visible. */
  async #claim(tx: Tx): Promise<void> {
    if (!(await tryToLock(tx, this.#key))) this.#found = 'running';
    else this.#found = await findAnswer(tx, this.#key, this.#clock());
    if (this.#found !== undefined) throw stillRunning();
  }

  async #end(reply: FastifyReply, payload: unknown): Promise<void> {
    const { statusCode: status } = reply;
    if (status >= 500) return this.transaction.rollback();
    const isStorable = this.#isBodyKnown && isStored(status) && (typeof payload === 'string' || payload == null);
    const digest = isStorable ? await this.#digest.complete() : undefined;
    if (digest === undefined) return this.transaction.commit();
    const answer = { digest, status, headers: headersOf(reply), body: payload == null ? '' : String(payload) };
    await this.transaction.commit((tx) => storeAnswer(tx, this.#key, answer, this.#clock()));
  }

  /** Replaces the answer of a handler that could change nothing. */
  async #repeatInstead(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    try {
      return replaceAnswer(reply, await this.#repeatOrRefuse());
    } catch (error) {
      return refuse(request, reply, toHttpError(error as HttpError));
    }
  }

  /** @throws 409 */
  async #repeatOrRefuse(): Promise<StoredAnswer> {
    if (this.#found === 'running' || this.#found === undefined) throw stillRunning();
    const answer = openAnswer(this.#key, this.#found);
    if (!answer) throw unreadable();
    if (answer.digest !== (await this.#digest.complete())) throw otherRequest();
    return answer;
  }
}

function commitError(request: FastifyRequest, error: Error): HttpError {
  request.log.error({ err: error }, 'the changes of a request with an Idempotency-Key were not committed');
  return toHttpError(error as FastifyError);
}

function headersOf(reply: FastifyReply): StoredAnswer['headers'] {
  const headers: StoredAnswer['headers'] = {};
  for (const name of storedHeaders) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = Array.isArray(value) ? value : String(value);
  }
  return headers;
}

/** Gives a reply the status and the headers of a stored answer. @returns its body */
export function replaceAnswer(reply: FastifyReply, { status, headers, body }: StoredAnswer): string {
  for (const name of [...storedHeaders, 'retry-after', 'content-length']) reply.removeHeader(name);
  reply.code(status).headers(headers).header('idempotency-replayed', 'true');
  if (status >= 400) addVary(reply, 'Accept');
  return body;
}

/** Gives a reply the status of an error. @returns the body */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: HttpError): string {
  for (const name of [...storedHeaders, 'content-length']) reply.removeHeader(name);
  return applyError(request, reply, error);
}
