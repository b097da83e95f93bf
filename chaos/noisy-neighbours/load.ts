import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

// What the attackers do. Requests are whole HTTP/1.1 messages, made before the attack begins, so that
// the attackers take little of the machine from the service.

/** In a request: replaced by a number that is another one each time, so that no two requests are the same. */
export const sequencePlaceholder = '{sequence}';

/** Each connection asks, waits for the whole answer, and asks again. */
interface ClosedLoop {
  kind: 'closed-loop';
  connections: number;
  requests: string[];
  /** pause after each chunk of an answer: a reader that is slow, but never stops */
  readPauseMs?: number;
}

export const closedLoop = (connections: number, requests: string[], readPauseMs = 0): ClosedLoop => ({
  kind: 'closed-loop',
  connections,
  requests,
  readPauseMs,
});

/** Each connection writes requests ahead of their answers. */
interface Pipelined {
  kind: 'pipelined';
  connections: number;
  requests: string[];
  /** requests without an answer on one connection */
  maxRequestsAhead: number;
  /** otherwise answers stay in the socket's buffers */
  readsAnswers: boolean;
}

/** Connections that send one request each and are closed before its answer. */
interface HangUp {
  kind: 'hang-up';
  connectionsPerSecond: number;
  hangUpAfterMs: number;
  requests: string[];
}

/** Connections that send the beginning of a request and then nothing, or a few bytes from time to time. */
interface Stalled {
  kind: 'stalled';
  connections: number;
  requests: string[];
  /** bytes that follow the beginning at once */
  bodyBytes: number;
  /** left out: nothing more is sent */
  trickle?: { bytes: number; everyMs: number };
}

/** Connections that all behave in the same way. */
export type Traffic = ClosedLoop | Pipelined | HangUp | Stalled;

/** What the process of the attackers is told. */
export interface AttackJob {
  /** ports on loopback, between which connections take turns */
  ports: number[];
  traffic: Traffic[];
}

/** What the attackers did, and what they got. */
export interface AttackReport {
  connections: number;
  requests: number;
  /** answers that were read, by status; errors of connections, by code */
  outcomes: Record<string, number>;
}

/** A running attack. */
export interface RunningAttack {
  /** Ends it. */
  stop: () => Promise<AttackReport>;
}

const script = new URL('./attacker.ts', import.meta.url);

/**
 * Starts the attackers in a process of their own, all of them in one.
 * @returns when they have begun
 * @throws when the process ends by itself
 */
export async function startAttack(job: AttackJob): Promise<RunningAttack> {
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(job);
  await nextMessage(child);
  const stop = async (): Promise<AttackReport> => {
    const report = nextMessage(child);
    const ended = once(child, 'exit');
    child.send('stop');
    const received = (await report) as AttackReport;
    await ended;
    return received;
  };
  return { stop };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the attackers ended by themselves with ${code}`);
  });
  const received = once(child, 'message', { signal });
  received.catch(() => {});
  ended.catch(() => {});
  try {
    const [message] = (await Promise.race([received, ended])) as [unknown];
    return message;
  } finally {
    listening.abort();
  }
}
