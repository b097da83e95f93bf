import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { deleteRows } from '../database/batches.ts';
import type { Tx } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** An account whose name, address and phone number are being replaced for good. */
export interface FormerAccount {
  id: string;
  /** the name and the address that everything has from now on */
  name: string;
  email: string;
  /** as they were */
  formerNames: readonly string[];
  formerEmail: string;
  formerEmailKey: string;
  /** the tickets that something of the account belongs to; they are locked */
  ticketIds: readonly number[];
  /** the admin */
  by: string;
  at: Date;
}

/** What a table keeps about people. Each module lists its tables; test/privacy/personal-data.test.ts finds columns that are on no list. */
export interface PersonalTable {
  table: keyof Tables;
  /** Columns that say who an account is, which anonymization replaces, empties or deletes with their rows. */
  replaced?: readonly string[];
  /** Columns that look as if they did, and what they hold instead. */
  kept?: Readonly<Record<string, string>>;
  /** The rows that the data of an account contains: a condition over the row `t`. */
  rowsOf?: (accountId: string) => RawBuilder<SqlBool>;
  /** Columns that the data does not contain: secrets, hashes of them, and keys of the storage. */
  secrets?: readonly string[];
  /**
   * Those of its rows that name the account and belong to somebody else, and the columns that the data contains of them: whoever has acted
   * for a client does not see what that has now.
   */
  ofOthers?: { rows: (accountId: string) => RawBuilder<SqlBool>; columns: readonly string[] };
  /** The folder of the files of these rows, in the data of an account; their columns are those of ticket_photos. */
  files?: string;
  /** The column with the ticket of a row. The tickets of the rows of an account are locked before anything of them is replaced. */
  ticketColumn?: string;
  /** Its rows are locked before tickets, as everywhere: rules, memberships and what waits to be delivered. */
  isBeforeTickets?: true;
  /** Replaces what `replaced` names, in one transaction with all other tables, the account locked. */
  anonymize?: (tx: Tx, account: FormerAccount) => Promise<void>;
}

/** A table whose rows belong to an account and are deleted with its name. @param rest what differs, such as `secrets` */
export function ownRows(table: keyof Tables, column: string, rest: Partial<PersonalTable> = {}): PersonalTable {
  return {
    table,
    rowsOf: (id) => sql<SqlBool>`${sql.ref(`t.${column}`)} = ${id}`,
    anonymize: async (tx, { id }) => {
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx);
    },
    ...rest,
  };
}

/**
 * A table whose rows are deleted with the account in a column, several statements at a time: an account may have more of them than one
 * statement deletes.
 * @param key a unique column
 */
export const manyOwnRows = (table: keyof Tables, column: string, rest: Partial<PersonalTable> = {}, key = 'id'): PersonalTable =>
  ownRows(table, column, {
    anonymize: (tx, { id }) => deleteRows(tx, table, sql`${sql.ref(column)} = ${id}`, key),
    ...rest,
  });

/** A table with the names that people had when they wrote something. @param id the column of the account @param name of its name */
export function namedRows(table: keyof Tables, id: string, name: string, rest: Partial<PersonalTable> = {}): PersonalTable {
  return {
    table,
    replaced: [name],
    rowsOf: (account) => sql<SqlBool>`${sql.ref(`t.${id}`)} = ${account}`,
    anonymize: (tx, account) => replaceNames(tx, table, id, name, account),
    ...rest,
  };
}

/** Rows that one statement changes, few enough for the statement timeout. */
const batchRows = 5_000;

/** Gives an account its new name in rows of a table with the column `id`, in batches. */
export async function replaceNames(
  tx: Tx,
  table: keyof Tables,
  idColumn: string,
  nameColumn: string,
  account: Pick<FormerAccount, 'id' | 'name'>,
): Promise<void> {
  const hasFormerName = sql`${sql.ref(idColumn)} = ${account.id} and ${sql.ref(nameColumn)} <> ${account.name}`;
  for (;;) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(nameColumn)} = ${account.name}
      where id = any(array(select id from ${sql.table(table)} where ${hasFormerName} limit ${batchRows}))`.execute(tx);
    if (!numAffectedRows) return;
  }
}

/** Tickets whose rows one statement changes. */
const batchTickets = 200;

/** Runs something for the tickets of an account, some at a time. */
export async function forEachTicketBatch(
  { ticketIds }: Pick<FormerAccount, 'ticketIds'>,
  run: (ids: readonly number[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < ticketIds.length; at += batchTickets) await run(ticketIds.slice(at, at + batchTickets));
}
