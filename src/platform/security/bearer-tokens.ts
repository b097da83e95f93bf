/** What a verified bearer token says. A scheme adds what its own checks need. */
export interface BearerClaims {
  /** user id */
  sub: string;
  role: string;
  /** when the token expires, in Unix seconds; Infinity: never */
  exp: number;
  /** the id of the session, of access tokens */
  sid?: string;
  /** the token version of the account, of access tokens */
  ver?: number;
  /** the id of the token, of API tokens */
  tokenId?: string;
}

/** A kind of tokens of the header Authorization: access tokens, and those that modules add. */
export interface BearerTokenScheme<Claims extends BearerClaims = BearerClaims> {
  /** how its tokens begin; empty: the scheme of all tokens that no other scheme has */
  prefix: string;
  /** @returns the claims of a token that was verified before and has not expired */
  cached(token: string, now: Date): Claims | undefined;
  /** @returns the claims of a valid token */
  verify(token: string, now: Date): Promise<Claims | undefined>;
  /**
   * Checks with one statement, at each request, that account and token may still be used.
   * @throws 401 deleted or revoked, 403 disabled
   */
  checkAccount(claims: Claims): Promise<void>;
  /** @returns those for which checkAccount() would fail, with one statement for all */
  findInvalid(claims: readonly Claims[]): Promise<ReadonlySet<Claims>>;
  /** @returns the error (403) when a token may not be used for an operation that its owner may call; undefined: it may */
  refusalOf?(claims: Claims, operation: { method: string; path: string }): Error | undefined;
}

/** A verified token with the scheme that it belongs to. */
export interface VerifiedToken {
  claims: BearerClaims;
  scheme: BearerTokenScheme;
}

/** Verifies bearer tokens of all schemes. */
export class BearerTokens {
  readonly #schemes: readonly BearerTokenScheme[];

  /** @param schemes the first one whose prefix fits is responsible for a token */
  constructor(schemes: readonly BearerTokenScheme[]) {
    this.#schemes = schemes;
  }

  /** @returns a token that was verified before and has not expired */
  cached(token: string, now: Date): VerifiedToken | undefined {
    const scheme = this.#schemeOf(token);
    const claims = scheme?.cached(token, now);
    return scheme && claims && { claims, scheme };
  }

  /** @returns undefined for a token that is not valid */
  async verify(token: string, now: Date): Promise<VerifiedToken | undefined> {
    const scheme = this.#schemeOf(token);
    const claims = await scheme?.verify(token, now);
    return scheme && claims && { claims, scheme };
  }

  #schemeOf(token: string): BearerTokenScheme | undefined {
    return this.#schemes.find(({ prefix }) => token.startsWith(prefix));
  }
}
