import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';

const pageStep = 25;
/** The service returns no more rows at once. */
const maxPageSize = 100;

export interface ListPaging {
  limit: number;
  offset: number;
  showMore: () => void;
  /** goes to the next or the previous page */
  turnPage: (direction: 1 | -1) => void;
}

/**
 * Paging for a list that shows 25 rows, more with each click up to 100, and then other pages.
 * @param query identifies what is listed: another query starts at the first page
 */
export function useListPaging(query = ''): ListPaging {
  const [limit, setLimit] = useState(pageStep);
  const [offset, setOffset] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at the first page
  useEffect(() => setOffset(0), [query]);
  return {
    limit,
    offset,
    showMore: () => setLimit(Math.min(maxPageSize, limit + pageStep)),
    turnPage: (direction) => setOffset(Math.max(0, offset + direction * limit)),
  };
}

interface Props {
  paging: ListPaging;
  page: { items: unknown[]; total: number; limit: number; offset: number } | undefined;
}

/** The range of rows that is shown, and buttons for more rows or other pages, which keep the focus. */
export function ShowMore({ paging, page }: Props) {
  const messages = useMessages();
  const pager = useRef<HTMLDivElement>(null);
  const { count, rememberClick } = useFocusAfterButton(page);
  if (!page || page.total <= pageStep) return null;
  const { limit, offset } = paging;
  const last = page.offset + page.items.length;
  const isFull = limit === maxPageSize;
  // The button is not disabled while it loads: it would lose the focus.
  const isLoading = page.limit !== limit || page.offset !== offset;
  function turn(direction: 1 | -1): void {
    if (isLoading) return;
    rememberClick();
    paging.turnPage(direction);
    pager.current?.previousElementSibling?.scrollIntoView(); // the rows above are replaced
  }
  function showMore(): void {
    if (isLoading) return;
    rememberClick();
    paging.showMore();
  }
  return (
    <Group gap="sm" mt="sm" ref={pager}>
      <Text c="dimmed" className="numbers" role="status" ref={count} tabIndex={-1}>
        {messages.list.page(page.offset + 1, last, page.total)}
      </Text>
      {offset > 0 && (
        <Button variant="default" onClick={() => turn(-1)}>
          {messages.list.previous}
        </Button>
      )}
      {last < page.total && (
        <Button variant="default" onClick={isFull ? () => turn(1) : showMore}>
          {isLoading ? messages.app.loading : isFull ? messages.list.nextPage : messages.app.showMore}
        </Button>
      )}
    </Group>
  );
}

/** When the clicked button disappears, the focus moves to the text beside it and not to the start of the page. */
function useFocusAfterButton(page: unknown) {
  const count = useRef<HTMLParagraphElement>(null);
  const wasClicked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after other rows were read
  useEffect(() => {
    if (wasClicked.current && document.activeElement === document.body) count.current?.focus({ preventScroll: true });
    wasClicked.current = false;
  }, [page]);
  const rememberClick = (): void => {
    wasClicked.current = true;
  };
  return { count, rememberClick };
}
