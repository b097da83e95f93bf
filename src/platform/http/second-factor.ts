import type { FastifyRequest } from 'fastify';

/** The headers with which a request brings a second factor: a one-time code, or the answer of a passkey as JSON in base64url. */
export const secondFactorOf = ({ headers }: FastifyRequest) => ({
  oneTimeCode: headers['x-otp']?.toString().trim() || undefined,
  passkey: headers['x-passkey']?.toString().trim() || undefined,
});
