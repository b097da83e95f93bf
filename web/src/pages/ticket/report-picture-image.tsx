import type { TicketAttachment } from '../../contract/schemas.ts';
import { dropPhotoUrl } from '../../ui/photo-url-cache.ts';
import { AttachmentImage } from './attachment-image.tsx';
import { useReportPictures } from './use-report-pictures.ts';

interface Props {
  picture: TicketAttachment;
  alt: string;
  /** shows the small version */
  isSmall?: boolean;
}

/** A picture of the report. A link that does not work is read again. */
export function ReportPictureImage({ picture, ...imageProps }: Props) {
  const { readAgain } = useReportPictures(picture.ticket_id);
  const renewLink = (key: string, url: string): void => {
    if (dropPhotoUrl({ id: key, url })) readAgain();
  };
  return <AttachmentImage attachment={picture} {...imageProps} onBroken={renewLink} />;
}
