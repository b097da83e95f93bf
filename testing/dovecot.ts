import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { issueCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { waitFor } from './wait.ts';

// Runs dovecot with one mailbox in a temporary folder. Started by root, its workers have the user of nobody.

const path = '/usr/sbin:/usr/bin:/sbin:/bin';

/** @returns why it cannot run here, or undefined */
export function missingDovecot(): string | undefined {
  const { status, stdout } = spawnSync('dovecot', ['--version'], { env: { PATH: path }, encoding: 'utf8' });
  if (status !== 0) return 'dovecot is not installed here (apt-get install dovecot-imapd)';
  return stdout.startsWith('2.3.') ? undefined : `dovecot ${stdout.trim()} reads another configuration than 2.3`;
}

export interface Dovecot {
  port: number;
  /** with TLS from the first byte */
  tlsPort: number;
  user: string;
  password: string;
  /** Puts a message into the mailbox, as a mail server does. */
  deliver(source: string | Buffer): void;
  /** @returns how many messages are not marked as seen, and how many are */
  count(): { unseen: number; seen: number };
  /** Takes the mark from all messages. */
  markNew(): void;
  /** Whether the mailbox can only be read. */
  setReadOnly(isReadOnly: boolean): void;
  stop(): Promise<void>;
}

export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'callout-dovecot-'));
  const mail = join(folder, 'mail');
  const { uid, username } = userInfo();
  const isRoot = uid === 0;
  const owner = isRoot ? { name: 'nobody', uid: idOf('-u'), gid: idOf('-g') } : { name: username, uid, gid: userInfo().gid };
  for (const name of ['', 'cur', 'new', 'tmp']) mkdirSync(join(mail, name), { recursive: true });
  for (const name of ['', 'cur', 'new', 'tmp']) chownSync(join(mail, name), owner.uid, owner.gid);
  chmodSync(folder, 0o755);
  const { cert, key } = issueCertificate();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  const [port, tlsPort] = [await freePort(), await freePort()];
  const [user, password] = ['callout', 'mailbox-secret'];
  const config = `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
${isRoot ? '' : `default_internal_user = ${owner.name}\ndefault_internal_group = ${groupOf()}\ndefault_login_user = ${owner.name}`}
mail_location = maildir:${mail}
first_valid_uid = 1
mail_uid = ${owner.uid}
mail_gid = ${owner.gid}
passdb {
  driver = static
  args = user=${user} password=${password}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
  }
}
`;
  writeFileSync(join(folder, 'dovecot.conf'), config);
  const child = spawn('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], {
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`dovecot has ended: ${errors}`);
    return isListening(port);
  });
  let delivered = 0;
  return {
    port,
    tlsPort,
    user,
    password,
    deliver: (source) => {
      const name = `${Math.floor(Date.now() / 1000)}.M${++delivered}P${process.pid}.test`;
      writeFileSync(join(mail, 'tmp', name), source);
      chownSync(join(mail, 'tmp', name), owner.uid, owner.gid);
      renameSync(join(mail, 'tmp', name), join(mail, 'new', name));
    },
    count: () => {
      const names = ['new', 'cur'].flatMap((one) => readdirSync(join(mail, one)));
      const seen = names.filter((name) => /:2,\w*S/.test(name)).length;
      return { seen, unseen: names.length - seen };
    },
    markNew: () => {
      for (const name of readdirSync(join(mail, 'cur')))
        renameSync(join(mail, 'cur', name), join(mail, 'cur', name.replace(/:2,\w*$/, ':2,')));
    },
    setReadOnly: (isReadOnly) => chmodSync(join(mail, 'cur'), isReadOnly ? 0o555 : 0o755),
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param flag of id(1) @returns the number of the user or the group nobody */
const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);

const groupOf = (): string => spawnSync('id', ['-gn'], { encoding: 'utf8' }).stdout.trim();

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  return connected.finally(() => socket.destroy());
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
