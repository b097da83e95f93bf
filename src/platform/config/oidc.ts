import { isIP } from 'node:net';
import type { Role } from '../security/roles.ts';
import { ConfigError, type Environment, flag, list, secret, text } from './parse-setting.ts';

/** The OpenID Connect provider with whose accounts people may sign in. */
export interface OidcOptions {
  /** where the provider publishes its metadata */
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** what the console calls the provider */
  name: string;
  /** separated by spaces */
  scopes: string;
  /** whether addresses count as verified of which the provider does not say whether they are */
  trustsEmail: boolean;
  /** whether people without an account get one at their first sign-in */
  createsAccounts: boolean;
  /** undefined: new accounts are workers */
  roles: RoleMapping | undefined;
}

/** How the role of a new account follows from a claim. */
export interface RoleMapping {
  /** the name of the claim, or a path with dots to one inside of another */
  claim: string;
  /** which values of the claim give each role; of several roles the first one counts */
  values: readonly { role: Role; values: readonly string[] }[];
}

const defaultScopes = 'openid email profile';

/** @returns undefined without a provider. @throws ConfigError when some settings are missing, or one is invalid */
export function oidc(env: Environment): OidcOptions | undefined {
  const required = {
    OIDC_ISSUER: text(env, 'OIDC_ISSUER'),
    OIDC_CLIENT_ID: text(env, 'OIDC_CLIENT_ID'),
    OIDC_CLIENT_SECRET: secret(env, 'OIDC_CLIENT_SECRET'),
  };
  const name = text(env, 'OIDC_NAME');
  const trustsEmail = flag(env, 'OIDC_TRUST_EMAIL');
  const createsAccounts = flag(env, 'OIDC_CREATE_ACCOUNTS');
  const roles = roleMapping(env);
  const missing = namesOf(required, (value) => !value);
  if (missing.length > 0) {
    const optional = {
      OIDC_NAME: name,
      OIDC_TRUST_EMAIL: trustsEmail,
      OIDC_CREATE_ACCOUNTS: createsAccounts,
      OIDC_ROLE_CLAIM: roles,
    };
    const set = namesOf({ ...required, ...optional }, Boolean);
    if (set.length > 0) throw new ConfigError(`${missing.join(', ')} must be set together with ${set.join(', ')}`);
    return undefined;
  }
  const issuer = issuerUrl(required.OIDC_ISSUER);
  return {
    issuer,
    clientId: required.OIDC_CLIENT_ID,
    clientSecret: required.OIDC_CLIENT_SECRET,
    name: name || issuer.hostname,
    scopes: scopes(env),
    trustsEmail,
    createsAccounts,
    roles,
  };
}

const namesOf = (settings: object, matches: (value: unknown) => boolean): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (matches(value) ? [name] : []));

function issuerUrl(setting: string): URL {
  const url = URL.parse(setting);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isAllowed || url.search || url.hash || url.username) {
    throw new ConfigError('OIDC_ISSUER must look like https://login.example.com; http is for this machine only');
  }
  return url;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

function scopes(env: Environment): string {
  const names = (text(env, 'OIDC_SCOPES') || defaultScopes).split(/ +/);
  if (!names.includes('openid') || !names.every((name) => /^[!#-[\]-~]+$/.test(name))) {
    throw new ConfigError('OIDC_SCOPES must be names separated by spaces, one of which is openid');
  }
  return names.join(' ');
}

function roleMapping(env: Environment): RoleMapping | undefined {
  const claim = text(env, 'OIDC_ROLE_CLAIM');
  const values: RoleMapping['values'] = [
    { role: 'admin', values: list(env, 'OIDC_ROLE_ADMIN') },
    { role: 'client', values: list(env, 'OIDC_ROLE_CLIENT') },
    { role: 'worker', values: list(env, 'OIDC_ROLE_WORKER') },
  ];
  const isMapped = values.some((one) => one.values.length > 0);
  if (isMapped && !claim) throw new ConfigError('OIDC_ROLE_CLAIM is not set, though values for roles are');
  if (claim && !isMapped) {
    throw new ConfigError('OIDC_ROLE_CLAIM needs at least one of OIDC_ROLE_ADMIN, OIDC_ROLE_CLIENT and OIDC_ROLE_WORKER');
  }
  return claim ? { claim, values } : undefined;
}
