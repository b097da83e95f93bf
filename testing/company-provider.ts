import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type Context, Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';

// A real OpenID Connect provider on loopback, with the accounts of a company. Nobody types anything: whoever comes is signed in as
// `person`.

const clientId = 'callout';
const clientSecret = 'a secret of the client, long enough';

/** The claims of an account. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: readonly string[];
}

const scopes = 'openid email profile groups';

const issuerAt = (port: number): string => `http://127.0.0.1:${port}`;

/** The settings of a service that uses a provider on this port, which need not be started yet. */
export const settingsFor = (port: number) => ({
  OIDC_ISSUER: issuerAt(port),
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
});

export class CompanyProvider {
  readonly issuer: string;
  /** who signs in next */
  person: Person = { sub: 'nobody' };
  readonly #port: number;
  readonly #people = new Map<string, Person>();
  readonly #provider: Provider;
  #server: Server | undefined;
  /** how often its keys were read */
  keyReads = 0;
  metadataReads = 0;

  constructor(port: number, redirectUris: readonly string[], hasFullIdTokens: boolean) {
    this.#port = port;
    this.issuer = issuerAt(port);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#provider = new Provider(this.issuer, {
      clients: [
        { client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris, id_token_signed_response_alg: 'ES256' },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'first' }] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      scopes: scopes.split(' '),
      conformIdTokenClaims: !hasFullIdTokens,
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      cookies: { keys: ['a key of the cookies'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/sign-in' },
      findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => this.#people.get(id) ?? { sub: id } }),
      loadExistingGrant: async ({ oidc }: Context) => {
        const grant = new this.#provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope(scopes);
        await grant.save();
        return grant;
      },
    });
  }

  async start(): Promise<void> {
    const answer = this.#provider.callback();
    this.#server = createServer((request, response) => {
      const path = request.url?.split('?')[0];
      if (path === '/jwks') this.keyReads++;
      if (path === '/.well-known/openid-configuration') this.metadataReads++;
      if (path !== '/sign-in') return answer(request, response);
      this.#people.set(this.person.sub, this.person);
      void this.#provider.interactionFinished(request, response, { login: { accountId: this.person.sub, remember: false } });
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    this.#server = undefined;
  }

  get settings() {
    return settingsFor(this.#port);
  }

  /**
   * Signs `person` in as a browser does that has no session there.
   * @param url of the sign-in, to which the service has sent the browser
   * @returns the address of the service to which the browser is sent back
   */
  async signIn(url: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    while (next.origin === this.issuer) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`${next.pathname} answers ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
    }
    return next;
  }
}

interface Options {
  /** whether the ID token has all claims, else they are read from the UserInfo endpoint */
  hasFullIdTokens?: boolean;
  port?: number;
}

export async function startCompanyProvider(
  redirectUris: readonly string[],
  { hasFullIdTokens = false, port }: Options = {},
): Promise<CompanyProvider> {
  const provider = new CompanyProvider(port ?? (await freePort()), redirectUris, hasFullIdTokens);
  await provider.start();
  return provider;
}
