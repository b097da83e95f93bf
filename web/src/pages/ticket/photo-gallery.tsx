import { Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { lazyRouteComponent } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { Ticket, TicketPhoto } from '../../contract/schemas.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useShownPhotos } from '../../offline-queue/shown-items.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotDownloaded } from '../../ui/not-downloaded.tsx';
import { cachedPhotoUrl, dropPhotoUrl } from '../../ui/photo-url-cache.ts';
import { PictureViewer } from '../../ui/picture-viewer/lazy.ts';
import type { ViewedPicture } from '../../ui/picture-viewer/picture-viewer.tsx';
import { usePreloaded } from '../../ui/use-preloaded.ts';
import { canUploadPhoto } from './allowed-transitions.ts';
import { BeforeAfter, PhotoCredit, PhotoLabel } from './before-after.tsx';
import type { CompareView } from './compare-controls.tsx';
import { type ChosenPair, comparedPair, photoKey } from './compared-pair.ts';
import { PhotoImage } from './photo-image.tsx';
import { beforeAndAfter, photoLabel, type RoundPhoto } from './photo-rounds.ts';
import { PhotoThumb } from './photo-thumb.tsx';
import { QueuedPhotoTile } from './queued-photo-tile.tsx';
import { usePhotoDeletion } from './use-photo-deletion.ts';
import { useReportPictures } from './use-report-pictures.ts';
import { viewedReportPicture } from './viewed-report-picture.tsx';

const CompareControls = lazyRouteComponent(() => import('./compare-controls.tsx'), 'CompareControls');

/** The photos of a ticket and its photos in the offline queue; nothing where there are none and none can be added. */
export function PhotoGallery({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { id } = ticket;
  const query = useApiQuery('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const isOnline = useIsOnline();
  const queuedPhotos = useShownPhotos(id);
  const [openKey, setOpenKey] = useState<string>();
  const { pictures: reported = [] } = useReportPictures(id);
  const [compareView, setCompareView] = useState<CompareView>('slider');
  const [chosenPair, setChosenPair] = useState<ChosenPair>();
  const hasViewer = usePreloaded(PictureViewer);
  const hasControls = usePreloaded(CompareControls);
  const deletion = usePhotoDeletion(ticket);
  const photos = query.data?.items.filter((photo) => !deletion.hidden.has(photo.id)) ?? [];
  const inOrder = [...photos, ...queuedPhotos.filter(({ state }) => state !== 'failed')];
  const comparable = [...reported, ...inOrder];
  const usualPair = beforeAndAfter(ticket, inOrder, reported[0]);
  const pair = usualPair && comparedPair(usualPair, chosenPair, comparable);
  /** After a rejection nobody knows without a label which photos are new. */
  const labelOf = (photo: RoundPhoto) =>
    ticket.rework_count > 0 ? photoLabel(ticket, inOrder, photo, reported.length > 0, messages) : undefined;
  const show = (photo: RoundPhoto): void => setOpenKey(photoKey(photo));
  const renewLink = (photo: TicketPhoto): void => {
    if (dropPhotoUrl(photo)) void query.refetch({ cancelRefetch: false });
  };
  const close = (): void => setOpenKey(undefined);
  const viewed = (photo: TicketPhoto): ViewedPicture => ({
    key: photoKey(photo), // by id: somebody else may delete a photo before it
    name: photo.original_name,
    author: photo.uploader_name,
    takenAt: photo.created_at,
    url: cachedPhotoUrl(photo),
    image: <PhotoImage key={photo.id} photo={photo} alt={photo.original_name} onBroken={renewLink} />,
    onDelete: deletion.canDelete(photo)
      ? () => {
          deletion.deletePhoto(photo);
          close();
        }
      : undefined,
  });
  const viewedReport = reported.map(viewedReportPicture);
  const viewedPictures = viewedReport.some(({ key }) => key === openKey) ? viewedReport : photos.map(viewed);
  const isEmpty = photos.length + queuedPhotos.length === 0;
  if (isEmpty && query.data && !canUploadPhoto(me, ticket)) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="photos">
      <Title order={2} id="photos">
        {messages.ticket.photos}
      </Title>
      {query.isError && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && !isOnline && <NotDownloaded />}
      {query.data && isEmpty && <Text c="dimmed">{messages.ticket.noPhotos}</Text>}
      {pair && (
        <BeforeAfter
          ticket={ticket}
          {...pair}
          isSideBySide={compareView === 'sides' && pair.after !== undefined}
          onOpen={show}
          onBroken={renewLink}
        />
      )}
      {hasControls && pair?.after && (
        <CompareControls
          photos={comparable}
          pair={{ before: pair.before, after: pair.after }}
          view={compareView}
          onView={setCompareView}
          onChoose={setChosenPair}
          onBroken={renewLink}
        />
      )}
      <ul className="gallery">
        {photos.map(
          (photo, index) =>
            photo !== pair?.before &&
            photo !== pair?.after && (
              <Stack component="li" key={photo.id} gap={4}>
                <UnstyledButton display="block" onClick={() => show(photo)}>
                  <PhotoThumb
                    photo={photo}
                    alt={messages.ticket.photoOf(index + 1, photos.length, photo.original_name)}
                    loading="lazy"
                    decoding="async"
                    onBroken={renewLink}
                  />
                </UnstyledButton>
                <PhotoLabel label={labelOf(photo)} />
                <PhotoCredit photo={photo} />
              </Stack>
            ),
        )}
        {queuedPhotos.map((photo) => (
          <QueuedPhotoTile key={photo.key} photo={photo} label={labelOf(photo)} />
        ))}
      </ul>
      {hasViewer && openKey && viewedPictures.some(({ key }) => key === openKey) && (
        <PictureViewer pictures={viewedPictures} shown={openKey} onMove={setOpenKey} onClose={close} />
      )}
    </Stack>
  );
}
