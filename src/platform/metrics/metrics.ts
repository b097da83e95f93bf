import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process counts, for `/metrics`. Labels are bounded: routes, not paths; names of ours, not of theirs. */
export interface Metrics {
  registry: Registry;
  health: Gauge<'part'>;
  liveStreams: Gauge;
  requests: Counter<'method' | 'route' | 'status'>;
  requestSeconds: Histogram<'method' | 'route'>;
  statementSeconds: Histogram<'pool'>;
  slowStatements: Counter<'pool'>;
  limitRefusals: Counter<'limit'>;
  overloadRefusals: Counter<'caller'>;
  jobRuns: Counter<'name' | 'result'>;
  jobSeconds: Histogram<'name'>;
  ruleTickets: Counter<'trigger'>;
  rulesSkipped: Counter<'reason'>;
  reminders: Counter;
  ticketsRemoved: Counter;
  filesRemoved: Counter<'outcome'>;
  thumbs: Counter<'outcome'>;
  deliveries: Counter<'queue' | 'outcome'>;
  pollFailures: Counter<'code'>;
}

/** In front of every name of ours. */
export const prefix = 'callout_';
/** What `/health` shows as well. */
export const diskFreeMetric = `${prefix}disk_free_bytes`;
export const lastBackupMetric = `${prefix}last_backup_timestamp_seconds`;
export const certificateMetric = `${prefix}certificate_expiry_timestamp_seconds`;

export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter<Label>({ name: `${prefix}${name}`, help, labelNames, registers });
  const seconds = <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
    new Histogram<Label>({ name: `${prefix}${name}_seconds`, help, labelNames, buckets, registers });
  return {
    registry,
    health: new Gauge({
      name: `${prefix}health`,
      help: 'Whether a part of the service works (1) or is in trouble (0), by part',
      labelNames: ['part'],
      registers,
    }),
    liveStreams: new Gauge({ name: `${prefix}live_streams`, help: 'Open streams of live updates', registers }),
    requests: counter('http_requests_total', 'Answers, by method, route and status', ['method', 'route', 'status']),
    requestSeconds: seconds(
      'http_request_duration',
      'Time from a request to the end of its answer, by method and route; streams are left out',
      ['method', 'route'],
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ),
    statementSeconds: seconds(
      'db_statement_duration',
      'Time that the database was at a statement, by kind of connection (readers, writers, heavy, replica, counters)',
      ['pool'],
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5],
    ),
    slowStatements: counter('db_slow_statements_total', 'Statements that took SLOW_QUERY or longer', ['pool']),
    limitRefusals: counter('limit_refusals_total', 'Attempts that a limit refused, by its name', ['limit']),
    overloadRefusals: counter(
      'overload_refusals_total',
      'Requests refused with 503 because too many waited to begin, by kind of caller (anonymous, operator)',
      ['caller'],
    ),
    jobRuns: counter('job_runs_total', 'Runs of periodic work, by name and result (ok, failed)', ['name', 'result']),
    jobSeconds: seconds('job_duration', 'Time that a run of periodic work took, by name', ['name'], [0.01, 0.1, 1, 10, 60, 600]),
    ruleTickets: counter('rule_tickets_total', 'Tickets made by rules, by trigger (schedule, hand)', ['trigger']),
    rulesSkipped: counter('rules_skipped_total', 'Due rules that made no ticket, by reason', ['reason']),
    reminders: counter('reminders_total', 'Reminders of tickets left in new that were handed to the delivery queue'),
    ticketsRemoved: counter('tickets_removed_total', 'Closed tickets removed by retention'),
    filesRemoved: counter('files_removed_total', 'Photo files, by outcome (removed, retried, given_up)', ['outcome']),
    thumbs: counter('thumbs_total', 'Small versions of photos, by outcome (stored, not_stored, undecodable)', ['outcome']),
    deliveries: counter(
      'deliveries_total',
      'Attempts to deliver, by queue and outcome (sent, dropped, postponed, retried, given_up)',
      ['queue', 'outcome'],
    ),
    pollFailures: counter('bot_poll_failures_total', 'Failed polls of bots, by the code of the answer (0: none)', ['code']),
  };
}
