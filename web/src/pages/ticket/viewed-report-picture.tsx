import type { TicketAttachment } from '../../contract/schemas.ts';
import { cachedPhotoUrl } from '../../ui/photo-url-cache.ts';
import type { ViewedPicture } from '../../ui/picture-viewer/picture-viewer.tsx';
import { photoKey } from './compared-pair.ts';
import { ReportPictureImage } from './report-picture-image.tsx';

/** A picture of the report as the viewer shows it, under its `photoKey`. */
export const viewedReportPicture = (picture: TicketAttachment): ViewedPicture => ({
  key: photoKey(picture),
  name: picture.filename,
  author: picture.author_name,
  takenAt: picture.created_at,
  url: cachedPhotoUrl({ id: `attachment ${picture.id}`, url: picture.url }),
  image: <ReportPictureImage key={picture.id} picture={picture} alt={picture.filename} />,
});
