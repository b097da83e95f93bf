import { useMessages } from '../i18n/locale.ts';

/** Shown without a connection instead of what was not read before. */
export function NotDownloaded() {
  return (
    <p className="muted" role="status">
      {useMessages().app.notDownloaded}
    </p>
  );
}
