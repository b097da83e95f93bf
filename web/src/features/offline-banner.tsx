import { Box } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIsOnline } from '../http/connectivity.ts';
import { formatTimeOfDay } from '../i18n/dates.ts';
import { useMessages } from '../i18n/locale.ts';
import { showToast } from '../lib/toasts.ts';
import { useSavedAt } from '../offline-data/saved-at.ts';
import { countItems, isShownRequest, type ShownItem, useShownItems } from '../offline-queue/shown-items.ts';
import { principal } from '../session/acting.ts';
import { useCurrentUser, useIsUnverified } from '../session/session-store.ts';

/** Tells that the service cannot be reached, how old the pages are, and what waits to be sent. */
export function OfflineBanner() {
  const messages = useMessages();
  const isOnline = useIsOnline();
  const isUnverified = useIsUnverified();
  const savedAt = useSavedAt();
  const { role } = useCurrentUser();
  const shown = useShownItems();
  const waiting = shown.filter(({ state }) => !['sent', 'failed'].includes(state));
  useAllSentToast(shown, isOnline);
  if (isOnline && !isUnverified) return null;
  const title = isOnline ? messages.app.signingIn : messages.app.offline;
  return (
    <Banner>
      <b>{savedAt === undefined ? title : `${title} · ${messages.app.savedAt(formatTimeOfDay(savedAt))}`}</b>
      <br />
      {waiting.length > 0
        ? messages.app.offlineWaiting(messages.unsent.items(countItems(waiting)))
        : principal
          ? messages.app.offlineActing
          : messages.app.offlineText(role)}
    </Banner>
  );
}

/** Says when everything that waited for a connection was sent; a new ticket has a message of its own. */
function useAllSentToast(shown: readonly ShownItem[], isOnline: boolean): void {
  const messages = useMessages();
  const hasWaited = useRef(false);
  useEffect(() => {
    if (!isOnline) hasWaited.current = shown.length > 0 && !shown.some(isShownRequest);
    else if (hasWaited.current && shown.length > 0 && shown.every(({ state }) => state === 'sent')) {
      hasWaited.current = false;
      showToast({ text: messages.app.allSent });
    }
  }, [shown, isOnline, messages]);
}

/** A line above the page that stays in view. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <Box
      role="status"
      pos="sticky"
      top={0}
      style={{ zIndex: 20 }}
      px="md"
      py="xs"
      fz="sm"
      ta="center"
      c="var(--warning)"
      bg="var(--warning-soft)"
      className="offline-banner"
    >
      {children}
    </Box>
  );
}
