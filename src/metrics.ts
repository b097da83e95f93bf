import { Counter, Registry } from 'prom-client';

/** What this process counts, for `/metrics`. */
export interface Metrics {
  registry: Registry;
  jobRuns: Counter<'job' | 'result'>;
  ruleTickets: Counter<'trigger'>;
  rulesSkipped: Counter<'reason'>;
  reminders: Counter;
  ticketsRemoved: Counter;
  filesRemoved: Counter<'outcome'>;
  deliveries: Counter<'queue' | 'outcome'>;
  pollFailures: Counter<'code'>;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter<Label>({ name: `callout_${name}`, help, labelNames, registers });
  return {
    registry,
    jobRuns: counter('job_runs_total', 'Runs of periodic work, by job and result (ok, failed)', ['job', 'result']),
    ruleTickets: counter('rule_tickets_total', 'Tickets made by rules, by trigger (schedule, hand)', ['trigger']),
    rulesSkipped: counter('rules_skipped_total', 'Due rules that made no ticket, by reason', ['reason']),
    reminders: counter('reminders_total', 'Reminders of tickets left in new that were handed to the delivery queue'),
    ticketsRemoved: counter('tickets_removed_total', 'Closed tickets removed by retention'),
    filesRemoved: counter('files_removed_total', 'Photo files, by outcome (removed, retried, given_up)', ['outcome']),
    deliveries: counter(
      'deliveries_total',
      'Attempts to deliver, by queue and outcome (sent, dropped, postponed, retried, given_up)',
      ['queue', 'outcome'],
    ),
    pollFailures: counter('bot_poll_failures_total', 'Failed polls of bots, by the code of the answer (0: none)', ['code']),
  };
}
