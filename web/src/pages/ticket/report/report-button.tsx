import { downloadFile } from '../../../api/download-file.ts';
import { timeZone } from '../../../i18n/dates.ts';
import { preferredLanguage } from '../../../i18n/locale.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { useReportTexts } from './texts/texts.ts';

/** Downloads the report of a ticket, in the language of the console and the time zone of the device. */
export function ReportButton({ ticketId }: { ticketId: number }) {
  const texts = useReportTexts();
  return (
    <DownloadButton
      className="report-button"
      variant="subtle"
      text={texts.download}
      download={async (signal) => {
        const input = { params: { id: ticketId }, query: { language: preferredLanguage(), timezone: timeZone() } };
        saveFile(await downloadFile('GET /ext/tickets/{id}/report.pdf', input, { signal }), `ticket-${ticketId}.pdf`);
      }}
    />
  );
}
