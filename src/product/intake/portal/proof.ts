import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { Payload } from 'altcha-lib/v1/types';
import type { Config } from '../../../platform/config/config.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { badRequest } from '../../../platform/http/errors.ts';
import { countAttempt } from '../../../platform/http/rate-limiter.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { minutes, seconds } from '../../../platform/lib/duration.ts';
import type { Challenge } from './schemas.ts';

// What a form has to prove before a report of somebody without an account is taken: work (ALTCHA), or without a script that its
// page was open for some seconds. Both are signed, belong to one portal, expire, and can be used once.

const algorithm = 'SHA-256';
/** Hashes of the hardest challenge; half of it on average, which takes a phone about a second. */
const maxNumber = 200_000;
const challengeTtlMs = minutes(20);
const formTicketTtlMs = minutes(60);
/** Nobody describes a problem faster. */
const minFormMs = seconds(3);

const wrongProof = 'the proof is missing, wrong or expired';
const usedProof = 'the proof was used already';

/** What was proven; consumeProof() makes it void. */
export interface Proof {
  kind: 'work' | 'form';
  /** of the challenge or of the page */
  id: string;
}

type Secret = Pick<Config, 'jwtSecret'>;

const keyOf = ({ jwtSecret }: Secret, use: string): Buffer => Buffer.from(hkdfSync('sha256', jwtSecret, '', `portal ${use}`, 32));

/** @param portalId to which the challenge belongs */
export async function newChallenge(config: Secret, portalId: string, now: Date): Promise<Challenge> {
  const { maxnumber = maxNumber, ...challenge } = await createChallenge({
    algorithm,
    hmacKey: keyOf(config, 'challenge').toString('base64'),
    maxNumber,
    params: { portal: portalId },
    expires: plus(now, challengeTtlMs),
  });
  return { ...challenge, maxnumber };
}

/**
 * Checks the solution of a challenge, and not whether it was used before.
 * @param solution base64 of JSON, as ALTCHA writes it
 * @throws 400 missing, wrong, of another portal or expired
 */
export async function requireWork(config: Secret, portalId: string, solution: string | undefined, now: Date): Promise<Proof> {
  const payload = parseSolution(solution);
  const { portal, expires } = payload ? extractParams(payload) : {};
  const isCurrent = portal === portalId && Number(expires) * 1_000 > now.getTime();
  // The clock of the service decides about the time, not that of the library.
  if (!payload || !isCurrent || !(await verifySolution(payload, keyOf(config, 'challenge').toString('base64'), false))) {
    throw badRequest('invalid_proof', wrongProof);
  }
  return { kind: 'work', id: payload.challenge };
}

function parseSolution(solution = ''): Payload | undefined {
  try {
    const { algorithm: used, challenge, number, salt, signature } = JSON.parse(Buffer.from(solution, 'base64').toString('utf8'));
    const isComplete = [challenge, salt, signature].every((part) => typeof part === 'string') && Number.isInteger(number);
    return used === algorithm && isComplete ? { algorithm, challenge, number, salt, signature } : undefined;
  } catch {
    return undefined;
  }
}

/** The hidden field of a form that is sent without a script. */
export function newFormTicket(config: Secret, portalId: string, now: Date): string {
  const [id, madeAt] = [randomBytes(12).toString('base64url'), now.getTime()];
  return `${id}.${madeAt}.${signForm(config, portalId, id, madeAt)}`;
}

const signForm = (config: Secret, portalId: string, id: string, madeAt: number): string =>
  createHmac('sha256', keyOf(config, 'form')).update(`${portalId} ${id} ${madeAt}`).digest('base64url');

/** Checks the hidden field of a form, and not whether it was used before. @throws 400 missing, wrong, too early or expired */
export function requireFormTicket(config: Secret, portalId: string, ticket: unknown, now: Date): Proof {
  const [id = '', time = '', signature = ''] = typeof ticket === 'string' ? ticket.split('.') : [];
  const ageMs = now.getTime() - Number(time);
  const [given, expected] = [signature, signForm(config, portalId, id, Number(time))].map((text) => Buffer.from(text));
  const isSigned = given && expected && given.length === expected.length && timingSafeEqual(given, expected);
  if (!isSigned || ageMs < minFormMs || ageMs > formTicketTtlMs) throw badRequest('invalid_proof', wrongProof);
  return { kind: 'form', id };
}

/** Makes a proof void, in the transaction of the report that it is for. @throws 400 it was used before */
export async function consumeProof(tx: Tx, { kind, id }: Proof, now: Date): Promise<void> {
  const windowMs = kind === 'work' ? challengeTtlMs : formTicketTtlMs;
  const { admitted } = await countAttempt(tx, { limit: { name: `portal-${kind}`, max: 1, windowMs }, subject: id }, now);
  if (!admitted) throw badRequest('used_proof', usedProof);
}
