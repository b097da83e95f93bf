import pg from 'pg';
import type { Logger } from 'pino';

const insufficientPrivilege = '42501';
const rowPrivileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const privilegesOf = { view: ['SELECT'], sequence: ['USAGE'] };
/** Tables of which the service may do less: applied migrations are the owner's, and the audit log is append-only. */
const restrictedTables: Readonly<Record<string, readonly string[]>> = {
  schema_migrations: ['SELECT'],
  audit_events: ['SELECT'],
};
/** Tables whose ids the service cannot choose: it may insert all other columns. */
const tablesWithGeneratedIds: readonly string[] = ['audit_events'];

interface Relation {
  /** quoted, with its schema */
  name: string;
  table: string;
  kind: 'table' | 'view' | 'sequence';
  /** what the role was granted itself, not through PUBLIC or another role */
  granted: string[];
  /** those whose values the database does not generate */
  columns: string[];
  /** columns that the role was granted to insert */
  insertable: string[];
}

/**
 * Grants the role of the service what it needs of the tables that the role of this connection owns: reading and writing rows,
 * nothing else, and removes its own settings. Only differences are executed, because each grant makes all instances plan their
 * statements again.
 * @param client connected as the owner of the tables, with the migration lock
 */
export async function grantToService(client: pg.Client, role: string, log: Logger): Promise<void> {
  const statements = [
    ...(await schemaGrants(client, role)),
    ...(await relationGrants(client, role)),
    ...(await functionGrants(client, role)),
  ];
  // Several statements in one query are one transaction: other instances see all of them or none.
  if (statements.length > 0) await client.query(statements.join(';\n'));
  await removeRoleSettings(client, role, log);
  const excess = await excessPrivileges(client, role);
  if (excess) log.warn({ role }, `the role of DATABASE_URL ${excess}: the grants of MIGRATION_DATABASE_URL do not restrict it`);
}

async function schemaGrants(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; usable: boolean }>(
    `select quote_ident(current_schema()) as schema, has_schema_privilege($1::name, current_schema(), 'usage') as usable`,
    [role],
  );
  return rows
    .filter(({ usable }) => !usable)
    .map(({ schema }) => `grant usage on schema ${schema} to ${pg.escapeIdentifier(role)}`);
}

async function relationGrants(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<Relation>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relname as table, case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind,
       array(select a.privilege_type from aclexplode(c.relacl) a where a.grantee = r.oid) as granted,
       array(select quote_ident(t.attname) from pg_attribute t
             where t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped and t.attidentity = '' order by t.attname) as columns,
       array(select quote_ident(t.attname) from pg_attribute t, aclexplode(t.attacl) a
             where t.attrelid = c.oid and a.grantee = r.oid and a.privilege_type = 'INSERT' order by t.attname) as insertable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
     where r.rolname = $1 and n.nspname = current_schema() and c.relkind in ('r', 'p', 'S', 'v')
       and ${isOwnObject('c', 'relowner', 'pg_class')}
     order by c.relname`,
    [role],
  );
  return rows.flatMap(({ name, table, kind, granted, columns, insertable }) => {
    const wanted = kind === 'table' ? (restrictedTables[table] ?? rowPrivileges) : privilegesOf[kind];
    const object = `${kind === 'sequence' ? 'sequence ' : ''}${name}`;
    const missing = wanted.filter((privilege) => !granted.includes(privilege));
    const surplus = granted.filter((privilege) => !wanted.includes(privilege));
    return [
      ...(surplus.length > 0 ? [`revoke ${surplus.join(', ')} on ${object} from ${pg.escapeIdentifier(role)}`] : []),
      ...(missing.length > 0 ? [`grant ${missing.join(', ')} on ${object} to ${pg.escapeIdentifier(role)}`] : []),
      ...(tablesWithGeneratedIds.includes(table) && (surplus.includes('INSERT') || `${insertable}` !== `${columns}`)
        ? [
            `revoke insert on ${name} from ${pg.escapeIdentifier(role)}`,
            `grant insert (${columns.join(', ')}) on ${name} to ${pg.escapeIdentifier(role)}`,
          ]
        : []),
    ];
  });
}

async function functionGrants(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = current_schema() and ${isOwnObject('p', 'proowner', 'pg_proc')}
       and not has_function_privilege($1::name, p.oid, 'execute')`,
    [role],
  );
  return rows.map(({ name }) => `grant execute on routine ${name} to ${pg.escapeIdentifier(role)}`);
}

/**
 * Removes what `alter role` has set: every role may change its own settings, and they last, so that somebody with SQL of the
 * service could make it read-only for good.
 */
async function removeRoleSettings(client: pg.Client, role: string, log: Logger): Promise<void> {
  const { rows } = await client.query<{ settings: string[]; scope: string }>(
    `select s.setconfig as settings, case when d.datname is null then '' else format(' in database %I', d.datname) end as scope
     from pg_db_role_setting s join pg_roles r on r.oid = s.setrole left join pg_database d on d.oid = s.setdatabase
     where r.rolname = $1 and (s.setdatabase = 0 or d.datname = current_database())`,
    [role],
  );
  for (const { settings, scope } of rows) {
    const statement = `alter role ${pg.escapeIdentifier(role)}${scope} reset all`;
    try {
      await client.query(statement);
      log.warn({ role, settings }, `the role of DATABASE_URL had settings of its own${scope}, which were removed`);
    } catch (error) {
      if ((error as pg.DatabaseError).code !== insufficientPrivilege) throw error;
      log.warn(
        { role, settings },
        `the role of DATABASE_URL has settings, and the role of MIGRATION_DATABASE_URL may not remove them: ${statement}`,
      );
    }
  }
}

/** Only the owner can grant, and objects of extensions belong to whoever created the extension. */
const isOwnObject = (alias: string, owner: string, catalog: string): string =>
  `pg_has_role(${alias}.${owner}, 'usage') and not exists (
     select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${alias}.oid and d.deptype = 'e')`;

/** @returns what lets the role do more than it was granted, if anything does */
async function excessPrivileges(client: pg.Client, role: string): Promise<string | undefined> {
  const { rows } = await client.query<{ isSuperuser: boolean; isOwner: boolean; creates: boolean }>(
    `select r.rolsuper as "isSuperuser", has_schema_privilege(r.oid, current_schema(), 'create') as creates,
       exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
               where n.nspname = current_schema() and c.relkind = 'r' and pg_has_role(r.oid, c.relowner, 'usage')) as "isOwner"
     from pg_roles r where r.rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (found?.isSuperuser) return 'is a superuser';
  if (found?.isOwner) return 'owns tables, or is a member of their owner';
  return found?.creates ? 'may create tables (revoke create on schema ... from public)' : undefined;
}
