import type { ReactNode } from 'react';
import type { Stats } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import type { CountedKind } from '../tickets/url-filters.ts';
import { formatSpan } from './format-span.ts';
import { type NumberFilters, NumberLink } from './number-link.tsx';
import { NumberSection } from './number-section.tsx';
import { NumberTable } from './number-table.tsx';
import { useNumberTexts } from './texts/texts.ts';

type Group = Omit<Stats['by_worker'][number], 'worker_id' | 'name' | 'rating'>;
type Rating = Stats['totals']['rating'];
type FiltersOfGroup = Omit<NumberFilters, 'counted' | 'counted_from'>;

/** The numbers by category, building and worker. @param from the first day of the range */
export function GroupTables({ stats, from }: { stats: Stats; from: string }) {
  const messages = useMessages();
  const texts = useNumberTexts();
  const head = [texts.closed, texts.reworked, texts.take, texts.finish, texts.met, texts.missed];
  /** @param filters undefined: no list has these requests */
  const link = (counted: CountedKind, count: number, filters: FiltersOfGroup | undefined): ReactNode =>
    filters ? <NumberLink key={counted} count={count} filters={{ counted, counted_from: from, ...filters }} /> : count;
  const numbersOf = ({ closed, reworked, take, finish, deadlines }: Group, filters: FiltersOfGroup | undefined): ReactNode[] => {
    const spans = [take, finish].map(({ median_minutes }) => formatSpan(median_minutes, texts.noValue));
    const links = [link('closed', closed, filters), link('reworked', reworked, filters)];
    return [...links, ...spans, link('met', deadlines.met, filters), link('missed', deadlines.missed, filters)];
  };
  // Nobody rates where no reports without an account are taken.
  const hasRatings = stats.totals.rating.count > 0;
  const ratingHead = hasRatings ? [texts.rating] : [];
  const ratingOf = ({ count, mean }: Rating): ReactNode[] =>
    hasRatings ? [mean === null ? texts.noValue : texts.meanOf(mean, count)] : [];
  return (
    <>
      <NumberSection
        id="by-category"
        title={texts.byCategory}
        folded={
          <NumberTable
            labelledBy="by-category"
            head={[texts.category, texts.created, ...head]}
            rows={stats.by_category.map((row) => {
              const filters = { category: row.category };
              const name = messages.labels.category[row.category];
              return { key: row.category, cells: [name, link('created', row.created, filters), ...numbersOf(row, filters)] };
            })}
          />
        }
      />
      <NumberSection
        id="by-object"
        title={texts.byObject}
        folded={
          <NumberTable
            labelledBy="by-object"
            head={[texts.object, texts.created, ...head, ...ratingHead]}
            rows={stats.by_object.map((row) => {
              const filters = row.object_id === null ? undefined : { object_id: String(row.object_id) };
              const name = filters ? row.name : texts.deletedObject;
              return {
                key: String(row.object_id),
                cells: [name, link('created', row.created, filters), ...numbersOf(row, filters), ...ratingOf(row.rating)],
              };
            })}
          />
        }
      />
      {stats.by_worker.length > 0 && (
        <NumberSection
          id="by-worker"
          title={texts.byWorker}
          folded={
            <NumberTable
              labelledBy="by-worker"
              head={[texts.worker, ...head, ...ratingHead]}
              rows={stats.by_worker.map((row) => {
                const filters = row.worker_id === null ? undefined : { counted_worker_id: row.worker_id };
                const cells = [row.name ?? texts.deletedAccount, ...numbersOf(row, filters), ...ratingOf(row.rating)];
                return { key: String(row.worker_id), cells };
              })}
            />
          }
        />
      )}
    </>
  );
}
