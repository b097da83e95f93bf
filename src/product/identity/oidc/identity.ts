import type { OidcOptions, RoleMapping } from '../../../platform/config/oidc.ts';
import { limits } from '../../../platform/http/schemas.ts';
import { emailForm, isEmail } from '../../../platform/lib/email.ts';
import { hasVisibleCharacter } from '../../../platform/lib/text.ts';
import type { Role } from '../../../platform/security/roles.ts';
import type { Claims } from './provider.ts';

/** Whom the provider has authenticated. */
export interface Identity {
  issuer: string;
  /** the id of the account at the provider, which is never given to somebody else */
  subject: string;
  /** empty unless the provider says that it is verified */
  email: string;
  /** why there is none */
  emailProblem?: EmailProblem;
  /** what the provider says without a proof, for the audit log */
  claimedEmail?: string;
  name: string;
  /** of a new account; undefined: the claim gives none */
  role?: Role;
}

/** The provider does not say whether the address is verified, says that it is not, or it is none that an account can have. */
type EmailProblem = 'emailVerificationMissing' | 'emailNotVerified' | 'emailNotUsable';

/** @param claims that were verified */
export function identityOf(claims: Claims, { roles, trustsEmail }: Pick<OidcOptions, 'roles' | 'trustsEmail'>): Identity {
  const { iss, sub, email, email_verified } = claims;
  const address = typeof email === 'string' ? emailForm(email) : '';
  const emailProblem = problemOf(address, email_verified, trustsEmail);
  const role = roles ? roleOf(claims, roles) : 'worker';
  return {
    issuer: iss,
    subject: sub,
    email: emailProblem ? '' : address,
    ...(emailProblem && { emailProblem, ...(isEmail(address) && { claimedEmail: address }) }),
    name: nameOf(claims, address),
    ...(role && { role }),
  };
}

/**
 * @param isVerified the claim: some providers write booleans as texts
 * @param trustsEmail whether a missing claim counts as a proof; one that says no never does
 */
function problemOf(address: string, isVerified: unknown, trustsEmail: boolean): EmailProblem | undefined {
  const isMissing = isVerified === undefined || isVerified === null;
  if (isMissing && !trustsEmail) return 'emailVerificationMissing';
  if (!isMissing && isVerified !== true && isVerified !== 'true') return 'emailNotVerified';
  return isEmail(address) ? undefined : 'emailNotUsable';
}

function roleOf(claims: Claims, { claim, values }: RoleMapping): Role | undefined {
  const found = valueAt(claims, claim);
  const given = (Array.isArray(found) ? found : [found]).filter((value) => typeof value === 'string');
  return values.find((one) => one.values.some((value) => given.includes(value)))?.role;
}

/** Names of claims may contain dots themselves, as those with a URL do. */
function valueAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function nameOf({ name, given_name, family_name, preferred_username }: Claims, email: string): string {
  const parts = [given_name, family_name].filter((part) => typeof part === 'string').join(' ');
  const candidates = [name, parts, preferred_username, email.split('@')[0]];
  return candidates.map(storableName).find(hasVisibleCharacter) ?? 'Account';
}

/** Without control characters and lone surrogates, which requests may not contain either. */
function storableName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffd]+/gu, ' ')
    .trim();
  return [...text].slice(0, limits.name).join('').trim();
}
