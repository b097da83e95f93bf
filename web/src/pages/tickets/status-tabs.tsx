import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/locale.ts';
import { type Filters, type Tab, tabNames, tabOf } from './url-filters.ts';

interface Props {
  filters: Filters;
  counts: Partial<Record<Tab, number | undefined>>;
}

/** The parts of the list by status, each with its number of tickets. */
export function StatusTabs({ filters, counts }: Props) {
  const messages = useMessages();
  const { tab } = tabOf(filters);
  const countOf = (name: Tab): string => {
    const count = counts[name];
    return count === undefined ? '' : messages.app.number(count);
  };
  return (
    <nav className="status-tabs" aria-label={messages.list.status}>
      {tabNames.map((name) => (
        <Link
          key={name}
          to="/tickets"
          search={{ ...filters, status: name === 'all' ? '' : name, offset: '', open: '' }}
          replace
          resetScroll={false}
          activeProps={{}}
          aria-current={name === tab ? 'page' : undefined}
        >
          {messages.list.tabs[name]} <span className="count numbers">{countOf(name)}</span>
        </Link>
      ))}
    </nav>
  );
}
