import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import { formatPeriod } from '../../../features/planning/period-text.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { useOfferTexts } from './offer-texts/texts.ts';

/** The times that the person who reported the problem can choose from, and the button that offers them. */
export function OfferedTimes({ id }: { id: number }) {
  const texts = useOfferTexts();
  const isOnline = useIsOnline();
  const [isOffering, setOffering] = useState(false);
  const input = { params: { id }, query: { limit: 1, order: 'desc' } } as const;
  const newest = useApiQuery('GET /ext/tickets/{id}/appointment/offers', input).data?.items[0];
  const isOpen = newest?.ended_at === null;
  return (
    <>
      {newest && isOpen && (
        <div>
          <Text size="sm" c="dimmed">
            {texts.open}
          </Text>
          <Stack component="ul" gap={4} m={0} pl="md">
            {newest.windows.map(({ from, to }) => (
              <li key={`${from} ${to}`}>{formatPeriod(from, to)}</li>
            ))}
          </Stack>
        </div>
      )}
      {newest?.end_reason === 'declined' && (
        <div>
          <Text c="var(--danger)">{texts.declined}</Text>
          {newest.answer_note && <Text className="description">{newest.answer_note}</Text>}
        </div>
      )}
      <div>
        <Button variant="default" disabled={!isOnline} onClick={() => setOffering(true)}>
          {isOpen ? texts.offerOther : texts.offer}
        </Button>
      </div>
      {isOffering && <OfferDialog id={id} onClose={() => setOffering(false)} />}
    </>
  );
}
