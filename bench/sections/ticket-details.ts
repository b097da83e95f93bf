import type pg from 'pg';
import { type Role, sizeOf } from '../../testing/benchmark-data.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { inTurns, noRounds, roundsText } from '../lib/in-turns.ts';
import { runLoad } from '../lib/load-generator.ts';
import { seededUsers } from '../lib/seeded-users.ts';
import type { Plan } from '../lib/statistics.ts';

// What covers, counts, deadlines and marks cost a list: `GET /ext/tickets` beside `GET /tickets`.

const lists = { plain: '/tickets', details: '/ext/tickets', byDue: '/ext/tickets?sort=due' } as const;
export type ListName = keyof typeof lists;

export interface TicketDetailsCost {
  tickets: number;
  /** pages a second, round by round */
  cells: { role: Role; connections: number; perSecond: Record<ListName, number[]> }[];
}

export async function measureTicketDetails(
  environment: BenchEnvironment,
  { main, rounds, seconds, warmup }: Plan,
): Promise<TicketDetailsCost> {
  const copy = await environment.copy(main);
  const { url } = await environment.service(copy);
  await addDetails(await environment.connect(copy));
  const names = Object.keys(lists) as ListName[];
  const cells = [1, 10].flatMap((connections) =>
    (['client', 'worker', 'admin'] as const).map((role) => ({ role, connections, perSecond: noRounds(names) })),
  );
  const rateOf = async ({ role, connections }: (typeof cells)[number], name: ListName): Promise<number> => {
    const users = seededUsers(sizeOf(main), role, connections);
    const requests = users.map(({ token }) => ({ method: 'GET', path: lists[name], token }));
    return (await runLoad({ url, connections, warmup, seconds, requests })).perSecond;
  };
  await inTurns(rounds, cells, names, ({ perSecond }) => perSecond, rateOf);
  for (const { role, connections, perSecond } of cells)
    environment.log(`${role}, ${connections} connections: ${roundsText(perSecond)}`);
  return { tickets: main, cells };
}

const rfc3339 = (time: string): string => `to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Two photos of each ticket, a picture with the report of each second one, and deadlines of all that are open. */
export async function addDetails(db: pg.Client): Promise<void> {
  await db.query(`
    insert into ticket_photos (ticket_id, storage_key, content_type, original_name, size_bytes, uploader_name, created_at)
    select id, md5(id || 'photo' || n), 'image/jpeg', 'photo.jpg', 300000, 'Worker', created_at
    from tickets, generate_series(1, 2) as n`);
  await db.query(`
    insert into ticket_attachments (ticket_id, kind, storage_key, content_type, original_name, size_bytes, author_name, created_at)
    select id, 'report', md5(id || 'report'), 'image/jpeg', 'report.jpg', 300000, 'Client', created_at
    from tickets where id % 2 = 0`);
  await db.query(`
    insert into project_targets (project_id, timezone, working_hours, holidays, take_within, finish_within, has_targets, version,
      changed_at, applied)
    select id, 'Europe/Berlin', null, '[]', '{"low": 2880, "normal": 1440, "high": 120}',
      '{"low": 20160, "normal": 10080, "high": 1440}', true, 1, now(), 1
    from projects`);
  await db.query(`
    insert into ticket_deadlines (ticket_id, status, targets_version, deadlines, due_at, notified_steps)
    select id, status, 1, json_build_object(
        'take', json_build_object('soonAt', ${rfc3339(`created_at + interval '18 hours'`)}, 'by', ${rfc3339(`created_at + interval '1 day'`)},
          'stoppedAt', ${rfc3339('assigned_at')}, 'isOver', assigned_at is not null),
        'finish', json_build_object('soonAt', ${rfc3339(`created_at + interval '5 days'`)}, 'by', ${rfc3339(`created_at + interval '7 days'`)},
          'stoppedAt', null, 'isOver', false)),
      created_at + case when assigned_at is null then interval '1 day' else interval '7 days' end, '{}'
    from tickets where status <> 'closed'`);
  await db.query('vacuum analyze ticket_photos, ticket_attachments, project_targets, ticket_deadlines, tickets');
}
