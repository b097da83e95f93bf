import { Link } from '@tanstack/react-router';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { NewItemsButton } from '../../components/new-items-button.tsx';
import { useStableList } from '../../components/use-stable-list.ts';
import { useMessages } from '../../i18n/locale.ts';
import { BoardCard, type CardContext } from './board-card.tsx';
import type { Column, Lane } from './use-board.ts';

interface Props {
  title: string;
  lane: Lane;
  empty: string;
  /** the status of its tickets; undefined for the lane that has several */
  status?: Column;
  context: CardContext;
}

/** One column of the board; its cards stay in their places. */
export function BoardLane({ title, lane: { page, total, isSettled }, empty, status, context }: Props) {
  const messages = useMessages();
  const { rows, newCount, showNew } = useStableList(page, isSettled, status ?? 'attention');
  const isUrgent = !status && total > 0;
  return (
    <section className={`column ${isUrgent ? 'status-rejected' : `status-${status ?? 'closed'}`}`}>
      <header>
        <h2>
          {title} <span className="count">{page && messages.app.number(page.total)}</span>
        </h2>
      </header>
      {!page && <ListSkeleton height={92} />}
      <NewItemsButton count={newCount} onShow={showNew} />
      {page && rows.length === 0 && <p className="muted empty-list">{empty}</p>}
      <ul className="board-cards">
        {rows.map(({ item, isRemoved }) => (
          <li key={item.id}>
            <BoardCard ticket={item} isRemoved={isRemoved} showsStatus={!status} context={context} />
          </li>
        ))}
      </ul>
      {status && page && page.total > page.items.length && (
        <Link to="/tickets" search={{ status, order: 'asc' }}>
          {messages.board.all(total)}
        </Link>
      )}
    </section>
  );
}
