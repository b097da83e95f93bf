import { readFileSync } from 'node:fs';

// The files of ops/patroni with the addresses, folders and passwords of one test. Line by line they stay what is shipped.

export interface NodeAddress {
  name: string;
  postgresPort: number;
  restPort: number;
  etcdPort: number;
  etcdPeerPort: number;
}

export interface ClusterAddresses {
  nodes: NodeAddress[];
  primaryPort: number;
  replicaPort: number;
  /** the temporary folder of all servers */
  folder: string;
  /** commits wait for the faster of both standbys, which needs Patroni 4 */
  hasQuorum: boolean;
}

export const passwords = { restapi: 'rest-pw', superuser: 'super-pw', replication: 'replication-pw', rewind: 'rewind-pw' };

export const shippedFile = (name: string): string => readFileSync(new URL(`../../ops/patroni/${name}`, import.meta.url), 'utf8');

/** @throws when a pattern matches nothing, so that a change of the shipped file is noticed */
function replaceAll(text: string, changes: [RegExp, string][]): string {
  return changes.reduce((before, [pattern, by]) => {
    if (!pattern.test(before)) throw new Error(`the shipped file has no ${pattern}`);
    return before.replaceAll(new RegExp(pattern, 'gm'), () => by);
  }, text);
}

export const etcdFolder = (folder: string, name: string): string => `${folder}/${name}-etcd`;

export const dataFolder = (folder: string, name: string): string => `${folder}/${name}/data`;

/** @returns ops/patroni/patroni.yml for one node; there is no watchdog device on test machines */
export function patroniConfig({ folder, nodes, hasQuorum }: ClusterAddresses, node: NodeAddress, postgresBin: string): string {
  const own = `127.0.0.1:${node.postgresPort}`;
  return replaceAll(shippedFile('patroni.yml'), [
    [/^name: db1$/m, `name: ${node.name}`],
    [/10\.0\.0\.11:2379,10\.0\.0\.12:2379,10\.0\.0\.13:2379/, nodes.map(({ etcdPort }) => `127.0.0.1:${etcdPort}`).join(',')],
    [/10\.0\.0\.11:8008/, `127.0.0.1:${node.restPort}`],
    [/10\.0\.0\.11:5432/, own],
    [/10\.0\.0\.0\/24/, '127.0.0.1/32'],
    [/\/var\/lib\/postgresql\/15\/callout/, dataFolder(folder, node.name)],
    [/\/usr\/lib\/postgresql\/15\/bin/, postgresBin],
    [/\/var\/lib\/postgresql\/patroni\.pgpass/, `${folder}/${node.name}/pgpass`],
    [/\/var\/run\/postgresql/, `${folder}/${node.name}`],
    [/CHANGE-restapi/, passwords.restapi],
    [/CHANGE-superuser/, passwords.superuser],
    [/CHANGE-replication/, passwords.replication],
    [/CHANGE-rewind/, passwords.rewind],
    [/mode: required/, 'mode: off'],
    [/synchronous_mode: true/, `synchronous_mode: ${hasQuorum ? 'quorum' : 'true'}`],
  ]);
}

/** @returns ops/patroni/etcd.env as variables, for one node */
export function etcdEnvironment({ folder, nodes }: ClusterAddresses, node: NodeAddress): Record<string, string> {
  const peers = nodes.map(({ name, etcdPeerPort }) => `${name}=http://127.0.0.1:${etcdPeerPort}`);
  const text = replaceAll(shippedFile('etcd.env'), [
    [/^ETCD_NAME=db1$/m, `ETCD_NAME=${node.name}`],
    [/^ETCD_INITIAL_CLUSTER=.*$/m, `ETCD_INITIAL_CLUSTER=${peers.join(',')}`],
    [/10\.0\.0\.11:2379/, `127.0.0.1:${node.etcdPort}`],
    [/10\.0\.0\.11:2380/, `127.0.0.1:${node.etcdPeerPort}`],
    [/\/var\/lib\/etcd\/callout/, etcdFolder(folder, node.name)],
  ]);
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

/** @returns ops/patroni/haproxy.cfg, for a process that is not started by root */
export function haproxyConfig({ folder, nodes, primaryPort, replicaPort }: ClusterAddresses): string {
  return replaceAll(shippedFile('haproxy.cfg'), [
    [/ user haproxy/, ' # user haproxy'],
    [/ group haproxy/, ' # group haproxy'],
    [/127\.0\.0\.1:5000/, `127.0.0.1:${primaryPort}`],
    [/127\.0\.0\.1:5001/, `127.0.0.1:${replicaPort}`],
    [/\/run\/haproxy\/admin\.sock/, `${folder}/haproxy.sock`],
    ...nodes.map(({ postgresPort, restPort }, i): [RegExp, string] => [
      new RegExp(`10\\.0\\.0\\.1${i + 1}:5432 check port 8008`),
      `127.0.0.1:${postgresPort} check port ${restPort}`,
    ]),
  ]);
}
