import type { ReactNode } from 'react';
import type { Stats } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { CreatedLink } from './created-link.tsx';
import { formatSpan } from './format-span.ts';
import { NumberSection } from './number-section.tsx';
import { NumberTable } from './number-table.tsx';
import { useNumberTexts } from './texts/texts.ts';

type Group = Omit<Stats['by_worker'][number], 'worker_id' | 'name'>;

/** The numbers by category, building and worker. @param from the first day of the range */
export function GroupTables({ stats, from }: { stats: Stats; from: string }) {
  const messages = useMessages();
  const texts = useNumberTexts();
  const head = [texts.closed, texts.reworked, texts.take, texts.finish, texts.met, texts.missed];
  const numbersOf = ({ closed, reworked, take, finish, deadlines }: Group): ReactNode[] => {
    const spans = [take, finish].map(({ median_minutes }) => formatSpan(median_minutes, texts.noValue));
    return [closed, reworked, ...spans, deadlines.met, deadlines.missed];
  };
  return (
    <>
      <NumberSection id="by-category" title={texts.byCategory}>
        <NumberTable
          labelledBy="by-category"
          head={[texts.category, texts.created, ...head]}
          rows={stats.by_category.map((row) => ({
            key: row.category,
            cells: [
              messages.labels.category[row.category],
              <CreatedLink key="created" count={row.created} filters={{ date_from: from, category: row.category }} />,
              ...numbersOf(row),
            ],
          }))}
        />
      </NumberSection>
      <NumberSection id="by-object" title={texts.byObject}>
        <NumberTable
          labelledBy="by-object"
          head={[texts.object, texts.created, ...head]}
          rows={stats.by_object.map((row) => ({
            key: String(row.object_id),
            cells: [
              row.object_id === null ? texts.deletedObject : row.name,
              row.object_id === null ? (
                row.created
              ) : (
                <CreatedLink key="created" count={row.created} filters={{ date_from: from, object_id: String(row.object_id) }} />
              ),
              ...numbersOf(row),
            ],
          }))}
        />
      </NumberSection>
      {stats.by_worker.length > 0 && (
        <NumberSection id="by-worker" title={texts.byWorker}>
          <NumberTable
            labelledBy="by-worker"
            head={[texts.worker, ...head]}
            rows={stats.by_worker.map((row) => ({
              key: String(row.worker_id),
              cells: [row.name ?? texts.deletedAccount, ...numbersOf(row)],
            }))}
          />
        </NumberSection>
      )}
    </>
  );
}
