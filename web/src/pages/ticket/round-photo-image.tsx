import type { TicketPhoto } from '../../contract/schemas.ts';
import { PhotoImage } from './photo-image.tsx';
import { isQueuedPhoto, isReportPicture, type RoundPhoto } from './photo-rounds.ts';
import { PhotoThumb } from './photo-thumb.tsx';
import { ReportPictureImage } from './report-picture-image.tsx';

interface Props {
  photo: RoundPhoto;
  alt: string;
  /** shows the small version */
  isSmall?: boolean | undefined;
  /** a photo of the work could not be loaded */
  onBroken: (photo: TicketPhoto) => void;
}

/** A photo of the work, or a picture of the report. */
export function RoundPhotoImage({ photo, alt, isSmall = false, onBroken }: Props) {
  if (isQueuedPhoto(photo)) return <img src={photo.preview} alt={alt} />;
  if (isReportPicture(photo)) return <ReportPictureImage picture={photo} alt={alt} isSmall={isSmall} />;
  const Photo = isSmall ? PhotoThumb : PhotoImage;
  return <Photo photo={photo} alt={alt} loading="lazy" onBroken={onBroken} />;
}
