import type { Job } from './jobs.ts';

/** What a run can do without, and the files whose tests show that it was there. */
const integrations: [name: string, files: string[]][] = [
  ['photos on a real S3 server (OpenStack Swift)', ['test/photos/s3.test.ts']],
  ['instances behind a real nginx', ['test/process/proxy.test.ts', 'test/process/proxy-limits.test.ts']],
  ['PgBouncer before the database', ['test/process/pgbouncer.test.ts']],
];

/**
 * @param notRun jobs that could not run, with the reason
 * @returns the lines at the end of a run: what ran and how it ended, by what the tests reported
 */
export function summaryOf(jobs: Job[], notRun: string[]): string[] {
  return [...jobs.flatMap(linesOf), ...notRun.map((line) => `not run  ${line}`), ...integrationsOf(jobs)];
}

function linesOf({ name, passed, seconds, results }: Job): string[] {
  const outcome = passed ? 'passed ' : 'FAILED ';
  if (!results) return [`${outcome}  ${name} (${seconds} s)`];
  const slowest = results.slowest(3).join(', ');
  return [
    `${outcome}  ${name}: ${results.passed()} tests passed (${seconds} s; slowest: ${slowest})`,
    ...results.failed().map((test) => `         failed: ${indented(test)}`),
    ...[...results.skipped()].map(([reason, count]) => `         ${count} skipped: ${indented(reason)}`),
  ];
}

const indented = (text: string): string => text.trimEnd().replaceAll('\n', '\n           ');

function integrationsOf(jobs: Job[]): string[] {
  const all = jobs.flatMap(({ results }) => (results ? [results] : []));
  return integrations
    .filter(([, files]) => all.some((results) => results.includes(files)))
    .map(([name, files]) => {
      const passed = all.reduce((sum, results) => sum + results.passed(files), 0);
      return passed > 0 ? `included ${name}: ${passed} tests passed` : `not run  ${name}`;
    });
}
