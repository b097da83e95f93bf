import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useWords } from '../words/index.ts';

const step = 25;
const most = 100; // what the service gives at once

export interface Growing {
  limit: number;
  offset: number;
  more: () => void;
  page: (direction: 1 | -1) => void;
}

/**
 * A list that grows to what one answer may hold, and goes on in pages after that.
 * @param of what is listed: another search begins anew
 */
export function useGrowing(of = ''): Growing {
  const [limit, setLimit] = useState(step);
  const [offset, setOffset] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with what is listed
  useEffect(() => setOffset(0), [of]);
  return {
    limit,
    offset,
    more: () => setLimit(Math.min(most, limit + step)),
    page: (direction) => setOffset(Math.max(0, offset + direction * limit)),
  };
}

interface Props {
  growing: Growing;
  page: { items: unknown[]; total: number } | undefined;
}

export function ShowMore({ growing, page }: Props) {
  const words = useWords();
  if (!page || page.total <= step) return null;
  const shown = page.items.length;
  const { limit, offset } = growing;
  return (
    <div className="pager">
      <span className="muted numbers">{words.list.page(offset + 1, offset + shown, page.total)}</span>
      {offset > 0 && (
        <Button variant="default" onClick={() => growing.page(-1)}>
          {words.list.previous}
        </Button>
      )}
      {limit < most && shown < page.total && (
        <Button variant="default" onClick={growing.more}>
          {words.app.more_rows}
        </Button>
      )}
      {limit === most && offset + shown < page.total && (
        <Button variant="default" onClick={() => growing.page(1)}>
          {words.list.nextPage}
        </Button>
      )}
    </div>
  );
}
