import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import type { Stats } from '../../contract/schemas.ts';
import { formatMonth, timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { localDate, startOfLocalDay } from '../../lib/calendar-date.ts';
import { Panel } from '../../ui/panel.tsx';
import { CostTotals } from '../costs/cost-totals.tsx';
import { lastMonths } from '../costs/months.ts';
import { useStatementTexts } from '../costs/texts/texts.ts';
import { NumberTable } from './number-table.tsx';

const shownMonths = 12;

/** What work has cost in the last months: by month, category, building and equipment. Nothing without costs. */
export function CostNumbers() {
  const texts = useStatementTexts();
  const messages = useMessages();
  const first = lastMonths(new Date(), shownMonths).at(-1);
  const from = startOfLocalDay(`${first}-01`);
  // Lines may be written down for days to come.
  const to = startOfLocalDay(localDate(new Date()), 1);
  const { data } = useApiQuery('GET /ext/stats', { query: { from, to, group: 'month', timezone: timeZone() } });
  if (!data || data.totals.costs.length === 0) return null;
  const ofBuildings = data.by_object.filter(hasCosts).toSorted(byTotal);
  return (
    <Panel aria-labelledby="costs">
      <Title order={2} id="costs">
        {texts.costs}
      </Title>
      <Text>
        <b className="numbers">
          <CostTotals costs={data.totals.costs} />
        </b>
        {texts.lastMonths(shownMonths)}
      </Text>
      <Table
        id="costs-by-month"
        title={texts.byMonth}
        head={[texts.month, texts.costs]}
        rows={data.buckets.toReversed().map(({ from: start, costs }) => [start, formatMonth(new Date(start)), costs])}
      />
      <Table
        id="costs-by-category"
        title={texts.byCategory}
        head={[texts.category, texts.costs]}
        rows={data.by_category
          .filter(hasCosts)
          .map(({ category, costs }) => [category, messages.labels.category[category], costs])}
      />
      <Table
        id="costs-by-object"
        title={texts.byObject}
        head={[texts.object, texts.costs]}
        rows={ofBuildings.map(({ object_id, name, costs }) => [
          String(object_id),
          object_id === null ? texts.deletedObject : name,
          costs,
        ])}
      />
      <Table
        id="costs-by-equipment"
        title={texts.byEquipment}
        head={[texts.equipment, texts.costs]}
        rows={data.by_equipment.map(({ equipment_id, name, object_name, costs }) => [
          String(equipment_id),
          `${name} · ${object_name}`,
          costs,
        ])}
      />
      <Text>
        <Link to="/costs">{texts.title}</Link>
      </Text>
    </Panel>
  );
}

type Costs = Stats['totals']['costs'];

const hasCosts = ({ costs }: { costs: Costs }): boolean => costs.length > 0;
/** By the largest sum, whatever its currency. */
const byTotal = (one: { costs: Costs }, other: { costs: Costs }): number => largest(other.costs) - largest(one.costs);
const largest = (costs: Costs): number => Math.max(...costs.map(({ total }) => total));

interface TableProps {
  id: string;
  title: string;
  head: string[];
  rows: (readonly [key: string, name: string, costs: Costs])[];
}

function Table({ id, title, head, rows }: TableProps) {
  if (rows.length === 0) return null;
  return (
    <details className="folded">
      <summary>
        <Title order={3} id={id} display="inline">
          {title}
        </Title>
      </summary>
      <NumberTable
        labelledBy={id}
        head={head}
        rows={rows.map(([key, name, costs]) => ({ key, cells: [name, <CostTotals key="costs" costs={costs} />] }))}
      />
    </details>
  );
}
