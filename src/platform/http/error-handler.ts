import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ReadTimeout } from '../database/heavy-reads.ts';
import { CallerGone, QueueFull } from '../lib/fair-queue.ts';
import { ThrottledErrorLog } from '../lib/throttled-error-log.ts';
import { TaskEnded } from '../threads/thread-task.ts';
import { constraintError } from './constraint-errors.ts';
import { errorMessages } from './error-messages.ts';
import { applyError } from './error-response.ts';
import { badRequest, dbUnavailable, HttpError, internalError, overloaded, rangeNotSatisfiable, tookTooLong } from './errors.ts';

const errors = new ThrottledErrorLog();

/** Errors of served files have headers. */
type HandledError = FastifyError & { headers?: Record<string, string> };

/** Answers every error (error-response.ts); the causes of 5xx are only logged. */
export async function handleError(error: HandledError, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const httpError = await firstError(request, error);
  if (httpError.status >= 500 || isDataException(error)) errors.write(request.log, error);
  // The route may have set these headers for a success.
  reply.header('cache-control', 'no-store').removeHeader('content-disposition');
  // Fastify closes the connection after a malformed body; a client that is still sending would not read the answer.
  reply.removeHeader('connection');
  // A flood has to open another connection for each request.
  if (error instanceof QueueFull) reply.header('connection', 'close');
  await reply.send(applyError(request, reply, httpError));
}

/** A GET runs in parallel with the check of its account, whose error takes precedence. */
async function firstError(request: FastifyRequest, error: HandledError): Promise<HttpError> {
  const check = request.accountCheck;
  request.accountCheck = undefined; // it is awaited here, and nowhere else
  try {
    await check;
    return toHttpError(error);
  } catch (accountError) {
    return toHttpError(accountError as FastifyError);
  }
}

/** The answer to an error: 500 unless it is one that callers may see. */
export function toHttpError(error: HandledError | HttpError): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof QueueFull || error instanceof CallerGone) return overloaded();
  if (error instanceof ReadTimeout || error instanceof TaskEnded) return tookTooLong();
  const status = error.statusCode ?? 500;
  if (status === 416) return rangeNotSatisfiable(error.headers?.['Content-Range']);
  // Errors of the framework, 413 and 415 among them, are 400.
  if (status >= 400 && status < 500) return badRequest(status === 413 ? 'body_too_large' : 'malformed_request', error.message);
  return toDatabaseError(error) ?? internalError();
}

/** Validation should have refused the value, so it may be a bug and is logged. */
const isDataException = ({ code }: { code?: string }): boolean => code?.startsWith('22') ?? false;

function toDatabaseError(error: Error & { code?: string; constraint?: string }): HttpError | undefined {
  const { code } = error;
  if (code === undefined) return isConnectionLoss(error) ? dbUnavailable() : undefined;
  if (isDataException(error)) return badRequest('value_out_of_range', errorMessages.valueOutOfRange);
  if (code.startsWith('23')) return constraintError(error.constraint);
  return connectionCodes.test(code) ? dbUnavailable() : undefined;
}

// PostgreSQL: 08 connection exceptions, 25006 a standby refuses writes, 57014 statement timeout, 57P0x shutdown, 53300 too many connections, 40 conflicts
// that remain after the retries. The others are codes of the operating system.
const connectionCodes =
  /^(08...|25006|57014|57P0.|53300|40...|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;

// Errors of the driver without a code.
const connectionLosses = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'timeout expired', // while connecting
];

const isConnectionLoss = ({ message }: Error): boolean => connectionLosses.some((text) => message.startsWith(text));
