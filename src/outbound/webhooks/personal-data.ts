import { type SqlBool, sql } from 'kysely';
import { deleteRows } from '../../platform/database/batches.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type FormerAccount, ownRows, type PersonalTable } from '../../platform/module/personal-data.ts';

/** Deliveries whose bodies are read at a time: each has a ticket. */
const batchSize = 200;

/** What the tables of webhooks keep about people. */
export const webhookData: readonly PersonalTable[] = [
  ownRows('webhooks', 'owner_id', {
    replaced: ['url'],
    secrets: ['secret', 'previous_secret'],
    anonymize: async (tx, { id }) => {
      await deleteRows(tx, 'webhook_deliveries', sql`webhook_id in (select id from webhooks where owner_id = ${id})`);
      await tx.deleteFrom('webhooks').where('owner_id', '=', id).execute();
    },
  }),
  {
    table: 'webhook_deliveries',
    replaced: ['details', 'body', 'answer', 'error'],
    rowsOf: (id) => sql<SqlBool>`t.webhook_id in (select id from webhooks where owner_id = ${id})`,
    anonymize: replaceInWebhookDeliveries,
  },
];

interface NamingWebhookDelivery {
  id: number;
  details: unknown;
  body: string | null;
}

/** The receiver may have answered with what it got, so its answer is emptied. */
async function replaceInWebhookDeliveries(tx: Tx, account: FormerAccount): Promise<void> {
  const mentioned = `%${account.id}%`;
  for (let after = 0, last: number | undefined = 0; last !== undefined; after = last ?? after) {
    const { rows }: { rows: NamingWebhookDelivery[] } = await sql<NamingWebhookDelivery>`
      select id, details, body from webhook_deliveries
      where id > ${after} and (body like ${mentioned} or details::text like ${mentioned})
      order by id limit ${batchSize} for update`.execute(tx);
    const changed = rows.map(({ id, details, body }) => ({
      id,
      details: replacePerson(details, account),
      body: body === null ? null : JSON.stringify(replacePerson(JSON.parse(body), account)),
    }));
    await sql`
      update webhook_deliveries as d set details = c.details, body = c.body, answer = null, error = null
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (id bigint, details jsonb, body text)
      where d.id = c.id`.execute(tx);
    last = rows.at(-1)?.id;
  }
}

/**
 * Replaces the name of an account wherever its id stands beside: `{id, name}`, `{worker_id, worker_name}`.
 * @returns a copy
 */
export function replacePerson(value: unknown, account: Pick<FormerAccount, 'id' | 'name'>): unknown {
  if (Array.isArray(value)) return value.map((item) => replacePerson(item, account));
  if (value === null || typeof value !== 'object') return value;
  const fields = new Map(Object.entries(value));
  return Object.fromEntries(
    [...fields].map(([key, field]) => {
      const idKey = key === 'name' ? 'id' : key.endsWith('_name') ? key.replace(/name$/, 'id') : undefined;
      const isNamed = idKey !== undefined && typeof field === 'string' && fields.get(idKey) === account.id;
      return [key, isNamed ? account.name : replacePerson(field, account)];
    }),
  );
}
