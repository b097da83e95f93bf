import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type ClusterAddresses,
  etcdEnvironment,
  haproxyConfig,
  patroniConfig,
  shippedFile,
} from '../testing/patroni/config-files.ts';

// What `npm run chaos -- failover` starts is ops/patroni, apart from addresses, folders, passwords and the watchdog device.

const nodes = ['db1', 'db2', 'db3'].map((name, i) => ({
  name,
  postgresPort: 20_001 + i,
  restPort: 20_011 + i,
  etcdPort: 20_021 + i,
  etcdPeerPort: 20_041 + i,
}));
const addresses: ClusterAddresses = {
  nodes,
  primaryPort: 20_031,
  replicaPort: 20_032,
  folder: '/tmp/cluster',
  hasQuorum: false,
};
const [db1, db2] = nodes;

/** @returns the first words of the lines that differ */
function changedLines(shipped: string, used: string): string[] {
  const usedLines = used.split('\n');
  const shippedLines = shipped.split('\n');
  assert.equal(usedLines.length, shippedLines.length);
  return shippedLines.filter((line, i) => line !== usedLines[i]).map((line) => line.trim().replace(/[:= ].*/, ''));
}

const changedOnEachNode = [
  'listen',
  'connect_address',
  'authentication',
  'hosts',
  'listen',
  'connect_address',
  'data_dir',
  'pgpass',
  'superuser',
  'replication',
  'rewind',
  'unix_socket_directories',
  '-', // the network of pg_hba, twice
  '-',
  'mode',
];

it('failover starts Patroni with ops/patroni/patroni.yml', () => {
  assert(db1 && db2);
  const shipped = shippedFile('patroni.yml').replaceAll(/^#.*$/gm, '#');
  const used = (node: typeof db1): string =>
    patroniConfig(addresses, node, '/usr/lib/postgresql/15/bin').replaceAll(/^#.*$/gm, '#');
  assert.deepEqual(changedLines(shipped, used(db1)), changedOnEachNode);
  assert.deepEqual(changedLines(shipped, used(db2)), ['name', ...changedOnEachNode]);
  assert.doesNotMatch(used(db1), /10\.0\.0|CHANGE/);
});

it('failover starts HAProxy with ops/patroni/haproxy.cfg', () => {
  const changed = changedLines(shippedFile('haproxy.cfg'), haproxyConfig(addresses));
  const servers = Array<string>(3).fill('server');
  assert.deepEqual(changed, ['user', 'group', 'stats', 'bind', ...servers, 'bind', ...servers]);
});

it('failover starts etcd with the variables of ops/patroni/etcd.env', () => {
  const names = [...shippedFile('etcd.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  assert(db2);
  const used = etcdEnvironment(addresses, db2);
  assert.deepEqual(Object.keys(used), names);
  assert.equal(used['ETCD_NAME'], 'db2');
  assert.equal(used['ETCD_LISTEN_CLIENT_URLS'], 'http://127.0.0.1:20022');
  const peers = 'db1=http://127.0.0.1:20041,db2=http://127.0.0.1:20042,db3=http://127.0.0.1:20043';
  assert.equal(used['ETCD_INITIAL_CLUSTER'], peers);
});
