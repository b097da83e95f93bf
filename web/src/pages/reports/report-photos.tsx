import { Box, Group } from '@mantine/core';
import { useState } from 'react';
import type { PortalReport } from '../../contract/schemas.ts';
import { cachedPhotoUrl } from '../../ui/photo-url-cache.ts';
import { useReportTexts } from './texts/texts.ts';

type Photo = PortalReport['photos'][number];

/** The photos of a report in small, each a link to the photo itself. */
export function ReportPhotos({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0) return null;
  return (
    <Group component="ul" gap="xs" className="report-photos">
      {photos.map((photo, index) => (
        <Box component="li" key={photo.id} w={96}>
          <PhotoLink photo={photo} number={index + 1} />
        </Box>
      ))}
    </Group>
  );
}

function PhotoLink({ photo: { id, url, thumb_url }, number }: { photo: Photo; number: number }) {
  const texts = useReportTexts();
  const [isBroken, setBroken] = useState(false); // the photo has no small version
  const small = cachedPhotoUrl({ id: `report-photo thumb ${id}`, url: thumb_url });
  const large = cachedPhotoUrl({ id: `report-photo ${id}`, url });
  return (
    <a href={large} target="_blank" rel="noreferrer">
      <img
        src={isBroken ? large : small}
        alt={texts.photo(number)}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
    </a>
  );
}
