import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ReadTimeout } from '../database/heavy-reads.ts';
import { ErrorLog } from '../lib/error-log.ts';
import { CallerGone, QueueFull } from '../lib/fair-queue.ts';
import { constraintError } from './constraint-errors.ts';
import { badRequest, dbUnavailable, HttpError, overloaded, tookTooLong } from './errors.ts';

const errors = new ErrorLog();

/** Every error leaves as `{error}`; what went wrong inside stays in the log. */
export async function handleError(
  error: FastifyError & { headers?: Record<string, string> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const refusal = await earlier(request, error);
  if (refusal.status >= 500 || isDataException(error)) errors.write(request.log, error);
  // A route may have promised more for the success that did not come.
  reply.header('cache-control', 'no-store').removeHeader('content-disposition');
  // The framework hangs up on whoever sends a broken body. Whoever has not sent all of it would see that, and not the answer.
  reply.removeHeader('connection');
  // Whoever sends more than can wait has to open another connection for the next request.
  if (error instanceof QueueFull) reply.header('connection', 'close');
  const range = error.headers?.['Content-Range'];
  if (range) reply.header('content-range', range);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
  await reply.code(refusal.status).send({ error: refusal.message });
}

/** A read runs while its account is still being checked: that check's refusal comes first. */
async function earlier(request: FastifyRequest, error: FastifyError): Promise<HttpError> {
  const check = request.accountCheck;
  request.accountCheck = undefined; // heard once: the answer that tells of it passes the hooks again
  try {
    await check;
    return toRefusal(error);
  } catch (accountError) {
    return toRefusal(accountError as FastifyError);
  }
}

function toRefusal(error: FastifyError | HttpError): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof QueueFull || error instanceof CallerGone) return overloaded();
  if (error instanceof ReadTimeout) return tookTooLong();
  if (error.validation) return badRequest(error.message);
  const status = error.statusCode ?? 500;
  if (status === 416) return new HttpError(416, 'the file has no such range');
  // Whatever the framework finds wrong with a request (413 and 415 too) is a bad request here.
  if (status >= 400 && status < 500) return badRequest(error.message);
  return databaseRefusal(error) ?? new HttpError(500, 'internal error');
}

/** Validation should have refused the value before: that it did not may be a fault of ours. */
const isDataException = ({ code }: { code?: string }): boolean => code?.startsWith('22') ?? false;

function databaseRefusal(error: Error & { code?: string; constraint?: string }): HttpError | undefined {
  const { code } = error;
  if (code === undefined) return isConnectionLoss(error) ? dbUnavailable() : undefined;
  if (isDataException(error)) return badRequest('a value is out of range');
  if (code.startsWith('23')) return constraintError(error.constraint);
  return connectionCodes.test(code) ? dbUnavailable() : undefined;
}

// Class 08 and 57P0x are PostgreSQL's codes for going away, 57014 is a statement timeout, 53300 is "too many connections",
// class 40 a conflict that did not resolve itself however often it was tried,
// the others the operating system's.
const connectionCodes =
  /^(08...|57014|57P0.|53300|40...|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;

// The driver's own words have no code.
const connectionLosses = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'timeout expired', // of a connection that opens and then says nothing
];

const isConnectionLoss = ({ message }: Error): boolean => connectionLosses.some((words) => message.startsWith(words));
