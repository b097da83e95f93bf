import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Opens the page of a ticket in place of the list: a link to the drawer was opened where there is no room for one. */
export function useOpenAsPage(ticketId: number | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (ticketId) void navigate({ to: '/tickets/$id', params: { id: String(ticketId) }, replace: true });
  }, [ticketId, navigate]);
}
