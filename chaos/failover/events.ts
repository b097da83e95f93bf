import { setTimeout as sleep } from 'node:timers/promises';
import type { PatroniCluster } from '../../testing/patroni/cluster.ts';
import type { Random } from '../../testing/seeded-random.ts';

export type EventKind =
  | 'switchover'
  | 'kill'
  | 'freeze'
  | 'long freeze'
  | 'standby loss'
  | 'etcd loss'
  | 'etcd majority loss'
  | 'HAProxy loss';

/** A time by performance.now() in which writes hang on purpose: strict mode without a standby. */
export interface Hang {
  from: number;
  to: number;
}

export interface EventResult {
  /** The longest time without writes that is accepted, in seconds. */
  maxOutageSeconds: number;
  hang?: Hang;
}

const switchoverSeconds = 4;
/** Accepted without writes: beyond the ttl after a kill and a long freeze, beyond a short freeze, and after the loss of others. */
const graceSeconds = {
  kill: 2,
  freeze: 4,
  'long freeze': 4,
  'standby loss': 4,
  'etcd loss': 4,
  'etcd majority loss': 15,
  'HAProxy loss': 4,
};
const freezeSeconds = [4, 12] as const;
/** longer than the ttl */
const longFreezeSeconds = 45;
const etcdLossSeconds = 5;
const etcdMajorityLossSeconds = 15;
const haproxyLossSeconds = 5;
const aloneMs = 5_000;
const hangMs = 12_000;

/** Makes one event happen; returns when every node is back. */
export async function cause(kind: EventKind, cluster: PatroniCluster, random: Random): Promise<EventResult> {
  const primary = await cluster.waitUntilComplete();
  switch (kind) {
    case 'switchover':
      // With a named candidate and quorum commit Patroni 4 lets the third node wait two seconds, and commits with it.
      await cluster.patronictl('switchover', 'callout', '--force');
      return { maxOutageSeconds: switchoverSeconds };
    case 'kill':
      await cluster.killNode(primary);
      await waitForOtherPrimary(cluster, primary);
      cluster.startNode(primary);
      return { maxOutageSeconds: cluster.ttlSeconds + graceSeconds.kill };
    case 'freeze': {
      const seconds = random.between(...freezeSeconds);
      await freeze(cluster, primary, seconds, random.chance(0.5));
      return { maxOutageSeconds: seconds + graceSeconds.freeze };
    }
    case 'long freeze':
      await freeze(cluster, primary, longFreezeSeconds, true);
      return { maxOutageSeconds: cluster.ttlSeconds + graceSeconds['long freeze'] };
    case 'etcd loss':
      await loseEtcds(cluster, [await cluster.etcdLeader()], etcdLossSeconds);
      return { maxOutageSeconds: graceSeconds['etcd loss'] };
    case 'etcd majority loss':
      await loseEtcds(cluster, cluster.nodes.slice(1), etcdMajorityLossSeconds);
      return { maxOutageSeconds: etcdMajorityLossSeconds + graceSeconds['etcd majority loss'] };
    case 'HAProxy loss':
      await cluster.killHaproxy();
      await sleep(haproxyLossSeconds * 1_000);
      cluster.startHaproxy();
      return { maxOutageSeconds: haproxyLossSeconds + graceSeconds['HAProxy loss'] };
    case 'standby loss':
      return { maxOutageSeconds: graceSeconds['standby loss'], hang: await loseStandbys(cluster, primary) };
  }
}

async function freeze(cluster: PatroniCluster, node: string, seconds: number, withPatroni: boolean): Promise<void> {
  cluster.freezeNode(node, withPatroni);
  await sleep(seconds * 1_000);
  cluster.thawNode(node);
}

async function loseEtcds(cluster: PatroniCluster, nodes: string[], seconds: number): Promise<void> {
  for (const name of nodes) await cluster.killEtcd(name);
  await sleep(seconds * 1_000);
  for (const name of nodes) cluster.startEtcd(name);
  await cluster.waitForEtcds();
}

async function waitForOtherPrimary(cluster: PatroniCluster, former: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const members = await cluster.members();
    if (members.some(({ name, role, state }) => role === 'leader' && state === 'running' && name !== former)) return;
    await sleep(100);
  }
  throw new Error('no standby becomes the primary');
}

/** The primary goes on alone; then strict mode lets all writes hang until the standbys are back. */
async function loseStandbys(cluster: PatroniCluster, primary: string): Promise<Hang> {
  const standbys = cluster.nodes.filter((name) => name !== primary);
  await Promise.all(standbys.map((name) => cluster.killNode(name)));
  await sleep(aloneMs);
  const from = performance.now();
  await setStrict(cluster, true);
  await sleep(hangMs);
  for (const name of standbys) cluster.startNode(name);
  await cluster.waitUntilComplete();
  const to = performance.now();
  await setStrict(cluster, false);
  return { from, to };
}

const setStrict = (cluster: PatroniCluster, strict: boolean): Promise<string> =>
  cluster.patronictl('edit-config', 'callout', '--force', '-q', '-s', `synchronous_mode_strict=${strict}`);
