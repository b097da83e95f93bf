import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Fixtures, TestUser } from './fixtures.ts';
import { type FormPart, multipartForm } from './photo-files.ts';

/** A challenge of a portal. */
export interface PortalChallenge {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/** Solves a challenge as a page does. @returns the field `proof` */
export function solveChallenge({ algorithm, challenge, maxnumber, salt, signature }: PortalChallenge): string {
  for (let number = 0; number <= maxnumber; number++) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue;
    return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  }
  throw new Error('no number solves the challenge');
}

/** Opens the portal of an object. @returns its token */
export async function openPortal(fixtures: Fixtures, who: TestUser, objectId: number): Promise<string> {
  const { status, body } = await fixtures.call(who, 'POST', `/ext/objects/${objectId}/portal`);
  assert.equal(status, 201, JSON.stringify(body));
  return body.token;
}

/** Sends a report, with the solution of a new challenge unless `fields` has a proof. @param ip of the sender @param key the Idempotency-Key */
export async function sendReport(
  fixtures: Fixtures,
  token: string,
  fields: Record<string, string> = {},
  { photos = [], ip = '198.51.100.1', key }: { photos?: (Buffer | string)[]; ip?: string; key?: string } = {},
) {
  const headers = { 'x-forwarded-for': ip };
  let { proof } = fields;
  if (proof === undefined) {
    const { body } = await fixtures.call(undefined, 'GET', `/ext/portal/${token}`, undefined, headers);
    proof = body.challenge ? solveChallenge(body.challenge) : '';
  }
  const values = { text: 'The lamp in the hall is dark', ...fields, proof };
  const parts: FormPart[] = Object.entries(values).map(([field, bytes]) => ({ field, bytes }));
  for (const bytes of photos) parts.push({ field: 'photo', name: 'hall.jpg', bytes });
  const { body, headers: form } = multipartForm(parts);
  return fixtures.call(undefined, 'POST', `/ext/portal/${token}/reports`, body, {
    ...form,
    ...headers,
    ...(key && { 'idempotency-key': key }),
  });
}
