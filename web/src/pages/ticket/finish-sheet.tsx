import { Button, Stack } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useShownPhotos } from '../../offline-queue/shown-items.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AddPhotosButton } from './add-photos-button.tsx';
import { PhotoLabel } from './before-after.tsx';
import { OpenItems } from './checklist/open-items.tsx';
import { useTicketChecklistTexts } from './checklist/texts/texts.ts';
import { useTicketChecklist } from './checklist/use-ticket-checklist.ts';
import { useDeletedPhotos } from './pending-photo-deletions.ts';
import { hasPhotoOfResult, photoLabel, type RoundPhoto } from './photo-rounds.ts';
import { PhotoThumb } from './photo-thumb.tsx';
import { useReportPictures } from './use-report-pictures.ts';

interface Props {
  ticket: Ticket;
  onClose: () => void;
  onFinish: () => void;
  /** shows the camera in the page; returns false when its script cannot be loaded */
  onCamera: () => Promise<boolean>;
}

/** Shows the photos of the work, and what is open of its checklist, before it is reported as done: afterwards nothing can be added. */
export function FinishSheet({ ticket, onClose, onFinish, onCamera }: Props) {
  const messages = useMessages();
  const checklistTexts = useTicketChecklistTexts();
  const openItems = useTicketChecklist(ticket.id)?.openRequired ?? [];
  const { photos, queued } = useWorkPhotos(ticket);
  const inOrder = [...photos, ...queued];
  const count = inOrder.length;
  const { pictures: reported = [] } = useReportPictures(ticket.id);
  const isReportPictured = reported.length > 0;
  const hasResult = hasPhotoOfResult(ticket, inOrder, isReportPictured);
  const labelOf = (photo: RoundPhoto) => photoLabel(ticket, inOrder, photo, isReportPictured, messages);
  const finish = (): void => {
    onClose();
    onFinish();
  };
  return (
    <Dialog title={messages.labels.operation.done} onClose={onClose} isSheet>
      <Stack mt="xs">
        <OpenItems items={openItems} />
        {count > 0 && (
          <ul className="gallery">
            {photos.map((photo, index) => (
              <li key={photo.id}>
                <PhotoThumb
                  photo={photo}
                  alt={messages.ticket.photoOf(index + 1, count, photo.original_name)}
                  onBroken={() => {}}
                />
                <PhotoLabel label={labelOf(photo)} />
              </li>
            ))}
            {queued.map((photo, index) => (
              <li key={photo.key}>
                <img src={photo.preview} alt={messages.ticket.photoOf(photos.length + index + 1, count, photo.name)} />
                <PhotoLabel label={labelOf(photo)} />
              </li>
            ))}
          </ul>
        )}
        {!hasResult && <p>{messages.finish.noPhotoOfResult}</p>}
        {hasResult ? (
          <Button onClick={finish}>{openItems.length > 0 ? checklistTexts.finishAnyway : messages.finish.submit}</Button>
        ) : (
          <>
            <AddPhotosButton id={ticket.id} isPrimary onCamera={onCamera} />
            <Button variant="subtle" onClick={finish}>
              {count === 0 ? messages.finish.withoutPhoto : messages.finish.withoutAfterPhoto}
            </Button>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

/** The photos that will be stored when the work is done. */
function useWorkPhotos({ id }: Ticket) {
  const page = useApiQuery('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const deleted = useDeletedPhotos(id);
  const photos = (page.data?.items ?? []).filter((photo) => !deleted.has(photo.id));
  const queued = useShownPhotos(id).filter(({ state }) => state !== 'failed' && state !== 'sent');
  return { photos, queued };
}
