/** What is left of a limit. */
export interface RateLimitState {
  limit: { name: string; max: number; windowMs: number };
  /** attempts that are admitted now */
  remaining: number;
  /** until more are admitted */
  resetMs: number;
}

/** The header fields RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10): quota, window, remaining, reset. */
export const rateLimitHeaders = ({ limit: { name, max, windowMs }, remaining, resetMs }: RateLimitState) => ({
  'ratelimit-policy': `"${name}";q=${max};w=${Math.ceil(windowMs / 1000)}`,
  ratelimit: `"${name}";r=${remaining};t=${Math.max(0, Math.ceil(resetMs / 1000))}`,
});
