import { setTimeout as sleep } from 'node:timers/promises';
import type { PatroniCluster } from '../../testing/patroni/cluster.ts';
import type { Random } from '../../testing/seeded-random.ts';

export type EventKind = 'switchover' | 'kill' | 'freeze' | 'standby loss';

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
/** added to the ttl after a kill, and to the duration of a freeze */
const graceSeconds = { kill: 2, freeze: 4, 'standby loss': 4 };
/** Patroni 3.0.2 loses data when a freeze is longer than the ttl. */
const freezeSeconds = [4, 12] as const;
const aloneMs = 5_000;
const hangMs = 12_000;

/** Makes one event happen; returns when every node is back. */
export async function cause(kind: EventKind, cluster: PatroniCluster, random: Random): Promise<EventResult> {
  const { primary, synchronous } = await cluster.waitUntilComplete();
  switch (kind) {
    case 'switchover':
      await cluster.patronictl('switchover', 'callout', '--leader', primary, '--candidate', synchronous, '--force');
      return { maxOutageSeconds: switchoverSeconds };
    case 'kill':
      await cluster.killNode(primary);
      await waitForOtherPrimary(cluster, primary);
      cluster.startNode(primary);
      return { maxOutageSeconds: cluster.ttlSeconds + graceSeconds.kill };
    case 'freeze': {
      const seconds = random.between(...freezeSeconds);
      cluster.freezeNode(primary, random.chance(0.5));
      await sleep(seconds * 1_000);
      cluster.thawNode(primary);
      return { maxOutageSeconds: seconds + graceSeconds.freeze };
    }
    case 'standby loss':
      return { maxOutageSeconds: graceSeconds['standby loss'], hang: await loseStandbys(cluster, primary) };
  }
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
