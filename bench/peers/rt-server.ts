import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../../testing/free-port.ts';
import { type HttpResponse, send } from '../../testing/http-client.ts';
import { connectPostgres } from '../../testing/postgres.ts';

// Request Tracker 5 as a user of Debian would install it, over the PostgreSQL that everything else
// is measured on. It is configured by a file of its own: what lies in /etc stays as it is.

const packages = ['request-tracker5', 'rt5-db-postgresql', 'dbconfig-no-thanks', 'starman'];
const program = '/usr/share/request-tracker5/libexec/rt-server';
const password = 'correct-horse-1';

/** @throws why it cannot be installed here */
export function installRequestTracker(): string {
  if (!existsSync(program)) {
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
      throw new Error('Request Tracker is not installed, and only root on Debian can install it here');
    }
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const args = ['install', '-y', '--no-install-recommends', ...packages];
    const { status } = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error('Request Tracker cannot be installed here');
  }
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', `\${Version}`, 'request-tracker5'], { encoding: 'utf8' });
  return `Request Tracker ${stdout.trim()}`;
}

export class RequestTracker {
  readonly url: string;
  readonly cookie: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, cookie: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.cookie = cookie;
    this.#child = child;
    this.#folder = folder;
  }

  /** On a database of that name, which it makes. */
  static async start(server: string, database: string, workers: number, tickets: number): Promise<RequestTracker> {
    const folder = mkdtempSync(join(tmpdir(), 'callout-rt-'));
    const port = await freePort();
    const config = join(folder, 'RT_SiteConfig.pm');
    writeFileSync(config, configuration(new URL(server), database, port));
    const env = { ...process.env, RT_SITE_CONFIG: config, RT_SITE_CONFIG_DIR: join(folder, 'none'), RT_DBA_PASSWORD: '' };
    const secret = join(folder, 'root-password');
    writeFileSync(secret, password);
    const setup = ['--action', 'init', '--dba', new URL(server).username, '--force', '--root-password-file', secret];
    const made = spawnSync('/usr/sbin/rt-setup-database-5', setup, { env, encoding: 'utf8', input: '\n' });
    if (made.status !== 0) throw new Error(`rt-setup-database: ${made.stdout}${made.stderr}`);
    const url = `http://127.0.0.1:${port}`;
    const options = ['--server', 'Starman', '--workers', String(workers), '--port', String(port), '--host', '127.0.0.1'];
    const child = spawn(program, options, { env, stdio: 'ignore', detached: true });
    process.once('exit', () => child.pid && process.kill(-child.pid, 'SIGKILL'));
    const place = new URL(server);
    place.pathname = `/${database}`;
    const cookie = await signIn(url);
    await create({ url, cookie }, 'the first');
    const db = await connectPostgres(place.href);
    await fill(db, tickets);
    await db.end();
    return new RequestTracker(url, cookie, child, folder);
  }

  list(): Promise<HttpResponse> {
    return list(this);
  }

  create(subject: string): Promise<HttpResponse> {
    return create(this, subject);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    if (this.#child.pid) process.kill(-this.#child.pid, 'SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true });
  }
}

type Access = Pick<RequestTracker, 'url' | 'cookie'>;

/** What a row of our own list shows, where it has the same. */
const fields = 'Subject,Status,Priority,Queue,Owner,Creator,Created,Started,Resolved,LastUpdated';

function list({ url, cookie }: Access): Promise<HttpResponse> {
  const query = new URLSearchParams({ query: 'id > 0', orderby: 'Created', order: 'DESC', per_page: '20', fields });
  query.set('fields[Queue]', 'Name');
  query.set('fields[Owner]', 'Name');
  return send(url, { method: 'GET', path: `/REST/2.0/tickets?${query}`, headers: { cookie } });
}

function create({ url, cookie }: Access, subject: string): Promise<HttpResponse> {
  const body = { Queue: 'General', Subject: subject, Content: 'The light in the hall flickers' };
  return send(url, { method: 'POST', path: '/REST/2.0/ticket', body, headers: { cookie, 'content-type': 'application/json' } });
}

async function signIn(url: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', referer: `${url}/` };
  for (let attempt = 0; ; attempt++) {
    try {
      const { headers: answered } = await send(url, {
        method: 'POST',
        path: '/NoAuth/Login.html',
        body: `user=root&pass=${password}`,
        headers,
      });
      const cookie = answered['set-cookie']?.map((one) => one.split(';', 1)[0]).join('; ');
      if (!cookie) throw new Error('no session');
      return cookie;
    } catch (error) {
      if (attempt === 240) throw error;
      await sleep(250);
    }
  }
}

function configuration({ username, searchParams, hostname, port, password: secret }: URL, database: string, web: number): string {
  const settings = {
    rtname: 'bench',
    Organization: 'example.com',
    DatabaseType: 'Pg',
    DatabaseHost: searchParams.get('host') ?? hostname,
    DatabasePort: port || '5432',
    DatabaseAdmin: username,
    DatabaseUser: username,
    DatabasePassword: secret,
    DatabaseName: database,
    WebDomain: '127.0.0.1',
    WebPort: String(web),
    MailCommand: 'testfile',
    LogToSyslog: '',
    LogToSTDERR: 'critical',
    StatementLog: '',
  };
  const lines = Object.entries(settings).map(([name, value]) => `Set($${name}, '${value}');`);
  return [...lines, 'Set($RecordOutgoingEmail, 0);', '1;', ''].join('\n');
}

/** Switches off the steps that write mail, and copies the first ticket until there are enough. */
async function fill(db: pg.Client, tickets: number): Promise<void> {
  await db.query('update scrips set disabled = 1');
  const { rows } = await db.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'tickets' and column_name not in ('id', 'effectiveid', 'created', 'status')`,
  );
  const columns = rows.map(({ column_name }) => column_name).join(', ');
  await db.query(`
    insert into tickets (effectiveid, created, status, ${columns})
    select 0, timestamp '2026-01-01' - interval '1 minute' * i, case when i % 10 < 7 then 'resolved' else 'open' end, ${columns}
    from generate_series(1, ${tickets}) as i, (select * from tickets order by id limit 1) as first`);
  await db.query('update tickets set effectiveid = id where effectiveid = 0');
  await db.query('vacuum (analyze)');
}
