import { dropHooks, modules } from '../modules.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { dropWork, retryWork } from '../product/reporting/work/actions.ts';
import { listWork } from '../product/reporting/work/queries.ts';
import { type WorkItem, type WorkQuery, workStates } from '../product/reporting/work/schemas.ts';
import { attachDatabase } from '../service/connect-database.ts';
import { type Command, commandContext, UsageError } from './command.ts';

const by = { command: 'callout work' };

export const command: Command = {
  summary: 'Lists what waits in the work queue, has it tried again or drops it, while the service runs.',
  usage: '[list [--queue NAME] [--state STATE]] | retry ID | drop ID',
  details: 'The list has the 100 oldest. What is dropped is not sent.',
  options: {
    queue: 'only this queue, such as mails',
    state: workStates.join(', '),
  },
  positionals: 'any',
  run: async ({ positionals: [action = 'list', id, ...rest], options }) => {
    const run = actionOf(action, id, rest.length, options);
    const { config, log } = commandContext();
    const connection = await attachDatabase(config, log);
    try {
      const db = openDatabase(connection.owner, log);
      try {
        console.log(await run(db));
      } finally {
        await db.close();
      }
    } finally {
      await connection[Symbol.asyncDispose]();
    }
    return 0;
  },
};

/** @returns what prints the result @throws UsageError */
function actionOf(
  action: string,
  id: string | undefined,
  others: number,
  options: ReadonlyMap<string, string>,
): (db: Database) => Promise<string> {
  const now = systemClock();
  if (action === 'list' && id === undefined) {
    const query = queryOf(options);
    return async (db) => {
      const { items, total } = await listWork(db.read, query);
      return [...items.map(lineOf), `${total} in all`].join('\n');
    };
  }
  const itemId = Number(id);
  if (others > 0 || !Number.isSafeInteger(itemId) || itemId < 1) throw new UsageError(`usage: callout work ${command.usage}`);
  if (action === 'retry') {
    return async (db) => lineOf(await db.transaction((tx) => retryWork(tx, itemId, by, now)));
  }
  if (action !== 'drop') throw new UsageError(`callout work has list, retry and drop, not ${action}`);
  return async (db) => {
    await db.transaction((tx) => dropWork(tx, itemId, dropHooks(modules), by, now));
    return `dropped: ${itemId}`;
  };
}

function queryOf(options: ReadonlyMap<string, string>): WorkQuery {
  const queue = options.get('queue');
  const stateName = options.get('state');
  const state = workStates.find((one) => one === stateName);
  if (stateName !== undefined && !state) throw new UsageError(`--state is one of ${workStates.join(', ')}`);
  return { limit: 100, offset: 0, sort: 'created_at', ...(queue !== undefined && { queue }), ...(state && { state }) };
}

/** One line of the list. */
function lineOf({ id, queue, state, kind, ticket_id, tenant_name, created_at, failures, last_error }: WorkItem): string {
  const about = [kind, ...(ticket_id === null ? [] : [`ticket ${ticket_id}`]), tenant_name].filter(Boolean).join(', ');
  const failed = failures > 0 ? `, failed ${failures} times: ${last_error || 'it was interrupted'}` : '';
  return `${id} ${queue} ${state} since ${created_at} (${about})${failed}`;
}
