import type { ClientAuth, Configuration } from 'openid-client';
import type { OidcOptions } from '../../../platform/config/oidc.ts';
import { minutes, seconds } from '../../../platform/lib/duration.ts';
import { memoize } from '../../../platform/lib/memoize.ts';

// The connection to the OpenID Connect provider. The library is loaded at the first sign-in, because most installations have none.

/** What a sign-in at the provider must be answered with, and what only this service knows of it. */
export interface AuthorizationChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The claims of the ID token, with those of the UserInfo endpoint. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

/** `denied`: by the person or the provider; `refused`: an answer that is not valid, or not to this sign-in */
export type ProviderFailure = 'denied' | 'refused' | 'unavailable';

export class ProviderError extends Error {
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, cause: unknown) {
    super(`the sign-in provider: ${messageOf(cause)}`, { cause });
    this.failure = failure;
  }
}

/** Keys are read again when a token names an unknown one; this is for the addresses of the endpoints. */
const metadataTtlMs = minutes(15);
const timeoutMs = seconds(10);

export class Provider {
  readonly options: OidcOptions;
  readonly #redirectUri: string;
  readonly #read: () => Promise<Configuration>;
  #last: Configuration | undefined;

  /** @param redirectUri where the provider sends the browser back to; it must be registered there */
  constructor(options: OidcOptions, redirectUri: string) {
    this.options = options;
    this.#redirectUri = redirectUri;
    this.#read = memoize(() => discover(options), metadataTtlMs);
  }

  /** @returns where the browser is sent to. @throws ProviderError */
  async authorizationUrl({ state, nonce, codeVerifier }: AuthorizationChecks): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const url = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#redirectUri,
      scope: this.options.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Exchanges the code with which the browser came back, and verifies the ID token with its signature.
   * @param query of the callback, with `?`
   * @throws ProviderError
   */
  async readClaims(query: string, { state, nonce, codeVerifier }: AuthorizationChecks): Promise<Claims> {
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
    const configuration = await this.#configuration();
    try {
      const answer = await authorizationCodeGrant(configuration, new URL(this.#redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = answer.claims();
      if (!claims || !isSubject(claims.sub)) throw new Error('there is no ID token with a valid subject');
      if (!this.#needsUserInfo(claims) || !configuration.serverMetadata().userinfo_endpoint) return claims;
      const more = await fetchUserInfo(configuration, answer.access_token, claims.sub);
      return { ...more, ...claims };
    } catch (error) {
      throw new ProviderError(failureOf(error), error);
    }
  }

  /** Many providers keep the ID token small. */
  #needsUserInfo(claims: Claims): boolean {
    const { roles } = this.options;
    return ['email', 'email_verified', 'name', ...(roles ? [roles.claim.split('.')[0] ?? ''] : [])].some(
      (name) => !(name in claims),
    );
  }

  /** @throws ProviderError */
  async #configuration(): Promise<Configuration> {
    try {
      this.#last = await this.#read();
      return this.#last;
    } catch (error) {
      // The endpoints hardly ever move, and may work although the metadata cannot be read at the moment.
      if (this.#last) return this.#last;
      throw new ProviderError('unavailable', error);
    }
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcOptions): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks, ClientSecretBasic, ClientSecretPost } = await import(
    'openid-client'
  );
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  // A provider that does not say what it takes takes `client_secret_basic` (OpenID Connect Discovery, 3).
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    return (!methods || methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
  const execute = [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])];
  return discovery(issuer, clientId, undefined, authenticate, { execute, timeout: timeoutMs / 1000 });
}

/** At most 255 ASCII characters (OpenID Connect Core, 2). */
const isSubject = (sub: string): boolean => /^[\x20-\x7e]{1,255}$/.test(sub);

const unavailableCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

function failureOf(error: unknown): ProviderFailure {
  if (!(error instanceof Error)) return 'refused';
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    const reason = 'error' in error ? String(error.error) : '';
    return /^(server_error|temporarily_unavailable)$/.test(reason) ? 'unavailable' : 'denied';
  }
  // fetch() throws a TypeError without a code when there is no answer.
  const isNetworkError = error instanceof TypeError && error.message === 'fetch failed';
  return isNetworkError || unavailableCodes.includes(code) ? 'unavailable' : 'refused';
}

/** Without the values that an error of the library may have, such as tokens. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const reason = 'error' in error && typeof error.error === 'string' ? ` (${error.error.slice(0, 100)})` : '';
  const network = error.cause instanceof Error && 'code' in error.cause ? ` (${String(error.cause.code)})` : '';
  return `${error.message}${reason}${network}`;
}
