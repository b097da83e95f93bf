import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  icon?: TablerIcon;
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown instead of a list without rows: what is missing and how to add it. */
export function EmptyState({ title, icon, children, action }: Props) {
  return (
    <div className="empty-state">
      {icon && <Icon icon={icon} size={40} />}
      <h2>{title}</h2>
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  );
}
