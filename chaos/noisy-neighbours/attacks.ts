import { anonymousFlood, hangUps, manyChallenges, pipelinedFlood, storedAnswers } from './anonymous-attacks.ts';
import { startBotFlood } from './bot-flood.ts';
import { type AttackReport, type RunningAttack, startAttack, type Traffic } from './load.ts';
import { deepPages, expensiveReports, exportsOfMany, largePhotos, longJournals, searches, slowReaders } from './read-attacks.ts';
import { type AttackContext, type Crowd, createCrowd } from './seed.ts';
import {
  addressesOfOthers,
  answeredAddresses,
  changedTargets,
  handovers,
  hangingReceiver,
  hostileFiles,
  largeImports,
  liveStreams,
  manyEvents,
  signIns,
  slowUploads,
  stalledBodies,
} from './write-attacks.ts';

/** One kind of attack. */
export interface Attack {
  name: string;
  /** Prepares what it needs. @returns when it has begun */
  start: (context: AttackContext) => Promise<RunningAttack>;
  /** @returns what the attackers got of what they must not get, however little others notice of it */
  excess?: (context: AttackContext, report: AttackReport) => Promise<string | undefined>;
}

type TrafficOf = (context: AttackContext) => Traffic[] | Promise<Traffic[]>;
type TrafficOfCrowd = (context: AttackContext, crowd: Crowd) => Traffic[] | Promise<Traffic[]>;

const byAnybody = (trafficOf: TrafficOf) => async (context: AttackContext) =>
  startAttack({ ports: context.ports, traffic: await trafficOf(context) });
const byCrowd = (trafficOf: TrafficOfCrowd) => byAnybody(async (context) => trafficOf(context, await createCrowd(context)));

/** Every attack, in the order in which they are run. */
export const attacks: Attack[] = [
  { name: 'csv', start: byCrowd(hostileFiles) },
  { name: 'chain', start: byCrowd(longJournals) },
  { name: 'deadlines', start: byCrowd(changedTargets) },
  { name: 'uploads', start: byCrowd(slowUploads) },
  { name: 'exports', start: byCrowd(exportsOfMany) },
  { name: 'pdfs', start: byCrowd(expensiveReports) },
  { name: 'events', start: byCrowd(manyEvents) },
  { name: 'challenges', start: byAnybody(manyChallenges), excess: storedAnswers },
  { name: 'enumeration', start: byCrowd(addressesOfOthers), excess: answeredAddresses },
  { name: 'streams', start: byCrowd(liveStreams) },
  { name: 'searches', start: byCrowd(searches) },
  { name: 'pages', start: byCrowd(deepPages) },
  { name: 'handovers', start: byCrowd(handovers) },
  { name: 'webhooks', start: byCrowd(hangingReceiver) },
  { name: 'sign-ins', start: byCrowd(signIns) },
  { name: 'bodies', start: byCrowd(stalledBodies) },
  { name: 'thumbs', start: byCrowd(largePhotos) },
  { name: 'imports', start: byCrowd(largeImports) },
  { name: 'readers', start: byCrowd(slowReaders) },
  { name: 'flood', start: byAnybody(anonymousFlood) },
  { name: 'pipelined', start: byAnybody(pipelinedFlood) },
  { name: 'hang-ups', start: byAnybody(hangUps) },
  { name: 'bot', start: async ({ messenger }) => startBotFlood(messenger) },
];
