/** Headers that pages of CORS_ORIGINS may send. */
export const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Act-For',
  'X-OTP',
  'X-Passkey',
  'Idempotency-Key',
  'If-None-Match',
  'If-Match',
] as const;

/** Headers that they may read beside those that browsers always show. */
export const responseHeaders = [
  'Error-Code',
  'Retry-After',
  'X-Request-Id',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'Content-Disposition',
] as const;
