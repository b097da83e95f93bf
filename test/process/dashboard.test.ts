import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, it } from 'node:test';
import { send, startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

// The dashboard and the alerts ask for what /metrics has, by names and labels that exist.

const database = await cloneDatabase();
const service = await startService({ env: { DATABASE_URL: database.url } });
after(async () => {
  await stopService(service);
  await database.drop();
});
await send(`${service.url}/nope`, 'GET');
const text = await (await fetch(`${service.url}/metrics`)).text();
const read = (file: string) => readFileSync(new URL(`../../ops/${file}`, import.meta.url), 'utf8');
const dashboard = JSON.parse(read('grafana/callout.json'));
const expressions: string[] = dashboard.panels
  .flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr))
  .concat(dashboard.templating.list.map(({ definition = '' }) => definition));
const rules = read('prometheus/callout.yml');

/** Names that a scrape knows, histograms by what Prometheus makes of them. */
const known = new Set(
  [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);
const namesIn = (query: string) => query.match(/\b(callout|process|nodejs)_\w+/g) ?? [];

it('each metric in the dashboard and the alerts exists in /metrics', () => {
  const named = new Set([...expressions, rules].flatMap(namesIn));
  assert(named.size > 15, [...named].join(' '));
  assert.deepEqual(
    [...named].filter((name) => !known.has(name)),
    [],
  );
});

it('each metric of the service is in the dashboard, in an alert or in docs/operations.md', () => {
  const documented = `${expressions.join(' ')} ${rules} ${read('../docs/operations.md')}`;
  const ours = [...text.matchAll(/^# TYPE (callout_\w+) /gm)].map(([, name = '']) => name);
  assert.deepEqual(
    ours.filter((name) => !documented.includes(name)),
    [],
  );
});

it('each label in queries of the dashboard and the alerts exists on its metric or is added by Prometheus', () => {
  const added = ['job', 'instance', 'le'];
  const source = ['src/platform/metrics/metrics.ts', 'src/platform/system/gauges.ts'].map((file) => read(`../${file}`)).join('');
  const labels = new Set([...added, ...[...source.matchAll(/\['[\w', ]+\]/g)].flatMap(([list]) => list.match(/\w+/g) ?? [])]);
  const queries = [...expressions, ...rules.split('\n').filter((line) => !/^\s*(#|-|summary|description)/.test(line))];
  const asked = queries.flatMap((query) => [
    ...[...query.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, list = '']) => list.split(', ')),
    ...[...query.matchAll(/[{,]\s*(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label),
  ]);
  assert(asked.length > 50);
  assert.deepEqual(
    asked.filter((label) => !labels.has(label)),
    [],
  );
});
