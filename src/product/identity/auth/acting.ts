import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, forbidden } from '../../../platform/http/errors.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { ActingRight, ActingScope } from '../../../platform/module/module.ts';
import type { BearerClaims } from '../../../platform/security/bearer-tokens.ts';
import type { Role } from '../../../platform/security/roles.ts';

// The header Act-For: a request is handled with the rights of another account, the principal, and names its sender (docs/api.md,
// Acting for somebody).

/**
 * Operations on what belongs to the sender alone: sign-in and password, its notifications and channels, whom it lets act for itself, what
 * programs do for it. By the pattern of the route that answers, so that no spelling of a path gets around it.
 */
const operationsOfSender =
  /^\/(auth|ext\/(me|password|sessions|mfa|passkeys?|tokens|calendar|notifications|push|grants|teams|webhooks|messenger|oidc|snippets|users\/:id\/(data|invitation)))(\/|$)/;

/** @returns whether an operation may be called for somebody else @param path the pattern of its route */
export const takesActFor = (path: string): boolean => !operationsOfSender.test(path);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns the account that a request acts for, if it names one @throws 400 the header is no id of an account */
export function principalIdOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !uuid.test(header))
    throw badRequest('validation_failed', 'Act-For must be the id of an account');
  return header.toLowerCase();
}

/** An account that a request acts for. */
export interface Principal {
  id: string;
  role: Role;
}

/** Who may act for whom: an admin for active clients and workers, and others by what the modules allow. */
export class ActingRights {
  readonly #db: Deps['db'];
  readonly #rights: readonly ActingRight[];

  constructor({ db }: Pick<Deps, 'db'>, rights: readonly ActingRight[]) {
    this.#db = db;
    this.#rights = rights;
  }

  /**
   * Finds the principal of a request before it is handled.
   * @throws 403 the operation is the sender's own, the sender itself, or one that it may not act for in this way
   */
  async findPrincipal(sender: BearerClaims, id: string, operation: { method: string; path: string }): Promise<Principal> {
    if (!takesActFor(operation.path)) throw forbidden('not_for_acting', errorMessages.notForActing);
    if (id === sender.sub) throw forbidden('may_not_act_for', errorMessages.actingForYourself);
    const role = await this.#check(this.#db.read, sender, id, operation.method);
    return { id, role };
  }

  /** Checks again that an account may act for another. @throws 403 */
  async check(sender: BearerClaims, principal: Principal, method: string): Promise<void> {
    await this.#check(this.#db.read, sender, principal.id, method);
  }

  /** Checks it before the first change of a request, and keeps what allows it until the transaction ends. @throws 403 */
  async checkAndLock(tx: Db, sender: BearerClaims, principal: Principal, method: string): Promise<void> {
    // Accounts are locked first everywhere: their deletion deletes what allows it.
    await sql`select from users where id = any(${[sender.sub, principal.id]}::uuid[]) order by id for key share`.execute(tx);
    await this.#check(tx, sender, principal.id, method, sql`for share`);
  }

  async #check(db: Db, { sub, role }: BearerClaims, principalId: string, method: string, lock = sql``): Promise<Role> {
    const scopes = this.#rights.map((right) => sql`(${right.scope(sub, principalId)} ${lock})`);
    const granted = role === 'admin' || scopes.length === 0 ? sql`array[]::text[]` : sql`array[${sql.join(scopes)}]::text[]`;
    const { rows } = await sql<{ role: Role; scopes: (ActingScope | null)[] }>`
      select u.role, ${granted} as scopes from users as u
      where u.id = ${principalId} and u.is_active and u.role in ('client', 'worker')`.execute(db);
    const [principal] = rows;
    const scopeOf = role === 'admin' ? ['write'] : (principal?.scopes ?? []);
    if (!principal || !scopeOf.some((scope) => scope !== null)) throw forbidden('may_not_act_for', errorMessages.mayNotActFor);
    if (method !== 'GET' && !scopeOf.includes('write')) throw forbidden('read_only_grant', errorMessages.readOnlyGrant);
    return principal.role;
  }
}
