import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';

const step = 25;
const most = 100; // what the service gives at once

export interface ListPaging {
  limit: number;
  offset: number;
  more: () => void;
  page: (direction: 1 | -1) => void;
}

/**
 * A list that grows to what one answer may hold, and goes on in pages after that.
 * @param of what is listed: another search begins anew
 */
export function useListPaging(of = ''): ListPaging {
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
  growing: ListPaging;
  page: { items: unknown[]; total: number; limit: number; offset: number } | undefined;
}

/** What is shown of a list, and one button for more of it, which keeps the focus. */
export function ShowMore({ growing, page }: Props) {
  const messages = useMessages();
  const pager = useRef<HTMLDivElement>(null);
  const { count, rememberClick } = useFocusAfterButton(page);
  if (!page || page.total <= step) return null;
  const { limit, offset } = growing;
  const last = page.offset + page.items.length;
  const isFull = limit === most;
  // Loading is a text and no disabled button, which would lose the focus.
  const isLoading = page.limit !== limit || page.offset !== offset;
  function turn(direction: 1 | -1): void {
    if (isLoading) return;
    rememberClick();
    growing.page(direction);
    pager.current?.previousElementSibling?.scrollIntoView(); // the rows above are replaced
  }
  function grow(): void {
    if (isLoading) return;
    rememberClick();
    growing.more();
  }
  return (
    <div className="pager" ref={pager}>
      <span className="muted numbers" role="status" ref={count} tabIndex={-1}>
        {messages.list.page(page.offset + 1, last, page.total)}
      </span>
      {offset > 0 && (
        <Button variant="default" onClick={() => turn(-1)}>
          {messages.list.previous}
        </Button>
      )}
      {last < page.total && (
        <Button variant="default" onClick={isFull ? () => turn(1) : grow}>
          {isLoading ? messages.app.loading : isFull ? messages.list.nextPage : messages.app.more_rows}
        </Button>
      )}
    </div>
  );
}

/** When a button that was pressed is not there any more, the focus goes to the text beside it instead of the whole page. */
function useFocusAfterButton(page: unknown) {
  const count = useRef<HTMLSpanElement>(null);
  const wasClicked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other rows are there
  useEffect(() => {
    if (wasClicked.current && document.activeElement === document.body) count.current?.focus({ preventScroll: true });
    wasClicked.current = false;
  }, [page]);
  const rememberClick = (): void => {
    wasClicked.current = true;
  };
  return { count, rememberClick };
}
