import { Textarea } from '@mantine/core';
import { useFormMutation } from '../../api/queries.ts';
import type { PortalReport } from '../../contract/schemas.ts';
import { SnippetMenu } from '../../features/snippets/lazy.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { useReportTexts } from './texts/texts.ts';

const minLength = 5;
const maxLength = 2_000;

/** Asks why a report is dismissed, which its reporter reads. */
export function DismissDialog({ report, onClose }: { report: PortalReport; onClose: () => void }) {
  const texts = useReportTexts();
  const messages = useMessages();
  const [reason, setReason, clear] = useDraft(`dismiss-report:${report.id}`, '');
  const dismiss = useFormMutation('POST /ext/reports/{id}/dismiss', {
    invalidates: ['GET /ext/reports'],
    onSuccess: () => {
      clear();
      showToast({ text: texts.dismissed });
      onClose();
    },
  });
  return (
    <Dialog title={texts.dismissTitle} onClose={onClose}>
      <Form
        submit={texts.dismiss}
        onSubmit={() => dismiss.mutate({ params: { id: report.id }, body: { reason: reason.trim() } })}
        onCancel={onClose}
        isBusy={dismiss.isPending}
        isReady={reason.trim().length >= minLength}
        error={dismiss.error}
      >
        <Textarea
          label={messages.ticket.reason}
          description={texts.reasonHint}
          required
          rows={3}
          minLength={minLength}
          maxLength={maxLength}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div>
          <SnippetMenu kind="reject" text={reason} maxLength={maxLength} onChange={setReason} isInDialog />
        </div>
      </Form>
    </Dialog>
  );
}
