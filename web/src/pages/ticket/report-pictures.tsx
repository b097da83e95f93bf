import { Stack, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useShownReportPictures } from '../../offline-queue/shown-items.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { PictureViewer } from '../../ui/picture-viewer/lazy.ts';
import { usePreloaded } from '../../ui/use-preloaded.ts';
import { AddReportPictures } from './add-report-pictures.tsx';
import { canChangeReport } from './allowed-transitions.ts';
import { photoKey } from './compared-pair.ts';
import { QueuedPhotoTile } from './queued-photo-tile.tsx';
import { ReportPictureImage } from './report-picture-image.tsx';
import { useTicketTexts } from './texts/texts.ts';
import { useReportPictures } from './use-report-pictures.ts';
import { viewedReportPicture } from './viewed-report-picture.tsx';

/** The pictures of the report of a ticket, and those of them that are still sent. Its client and admins can add more. */
export function ReportPictures({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const texts = useTicketTexts();
  const me = useCurrentUser();
  const { pictures, total } = useReportPictures(ticket.id);
  const queued = useShownReportPictures(ticket.id);
  const hasViewer = usePreloaded(PictureViewer);
  const [openKey, setOpenKey] = useState<string>();
  const shown = pictures ?? [];
  const isEmpty = shown.length + queued.length === 0;
  const canAdd = canChangeReport(me, ticket);
  const isOpen = ticket.status !== 'closed';
  if (isEmpty && !(canAdd && isOpen && pictures)) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="report-pictures">
      <Title order={2} id="report-pictures">
        {texts.reportPictures}
      </Title>
      {!isEmpty && (
        <ul className="gallery">
          {shown.map((picture, index) => (
            <li key={picture.id}>
              <UnstyledButton display="block" w="100%" onClick={() => setOpenKey(photoKey(picture))}>
                <ReportPictureImage
                  picture={picture}
                  isSmall
                  alt={messages.ticket.photoOf(index + 1, shown.length, picture.filename)}
                />
              </UnstyledButton>
            </li>
          ))}
          {queued.map((picture) => (
            <QueuedPhotoTile key={picture.key} photo={picture} label={undefined} />
          ))}
        </ul>
      )}
      {canAdd && <AddReportPictures id={ticket.id} isOpen={isOpen} total={total} queued={queued} />}
      {hasViewer && openKey && shown.some((picture) => photoKey(picture) === openKey) && (
        <PictureViewer
          pictures={shown.map(viewedReportPicture)}
          shown={openKey}
          onMove={setOpenKey}
          onClose={() => setOpenKey(undefined)}
        />
      )}
    </Stack>
  );
}
