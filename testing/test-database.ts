import pino from 'pino';
import { migrate } from '../src/platform/database/migrate.ts';
import { createDatabase, runOn } from './create-database.ts';

// test/run.ts starts a server and passes its address in TEST_DATABASE_URL; every test file gets a database
// of its own, cloned from a template that was migrated once.

const template = 'callout_template';
/** The role that the application has in tests, as in production: it owns nothing, so that a missing grant fails a test. */
const serviceRole = 'callout_app';
const silent = pino({ level: 'silent' });

/** The address of one database on the tests' server. */
export function databaseUrl(database: string, serverUrl = process.env['TEST_DATABASE_URL']): string {
  if (!serverUrl) throw new Error('run the tests with `npm test`, or one file with `npm test -- test/FILE`');
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** The address of the same database for the role that the service works with. */
export function serviceUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = serviceRole;
  return url.href;
}

const onServer = (statement: string, serverUrl: string): Promise<void> => runOn(databaseUrl('postgres', serverUrl), statement);

/** Makes the database that every test file clones. */
export async function createTemplateDatabase(serverUrl: string): Promise<void> {
  // The embedded server has the role already.
  const createRole = `do $$ begin
    if not exists (select from pg_roles where rolname = '${serviceRole}') then create role ${serviceRole} login; end if;
  end $$`;
  await onServer(createRole, serverUrl);
  await onServer(`create database ${template}`, serverUrl);
  await migrate({ connectionString: databaseUrl(template, serverUrl) }, silent, { grantTo: serviceRole });
}

/** @returns the new database's address and how to drop it */
export async function cloneDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  return createDatabase({ url: databaseUrl('postgres') }, template);
}

/** An empty database, for tests of the migrations and of the start itself. */
export const createEmptyDatabase = () => createDatabase({ url: databaseUrl('postgres') });
