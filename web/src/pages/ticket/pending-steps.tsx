import type { Messages } from '../../i18n/en.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { discard, retry } from '../../offline-queue/sender.ts';
import {
  isUpload,
  isWaitingOrFailed,
  type PendingStep,
  type QueueEntry,
  usePendingSteps,
  useUploads,
} from '../../offline-queue/view.ts';

/** The queued operations of a ticket, with buttons to discard them or to try again. */
export function PendingSteps({ id }: { id: number }) {
  const messages = useMessages();
  const steps = usePendingSteps(id);
  const uploads = useUploads(id);
  const entriesBefore = ({ key }: PendingStep): QueueEntry[] =>
    [...uploads, ...steps].filter((entry) => entry.key < key && entry.state !== 'sent');
  return steps.map((step) => (
    <div key={step.key} className={`pending-step ${step.state}`}>
      <p role="status">
        <b>{messages.labels.step[step.op]}:</b> {statusText(step, entriesBefore(step), messages)}
      </p>
      {isWaitingOrFailed(step) && (
        <div className="row-actions">
          {step.state === 'failed' && (
            <button type="button" className="text-button" onClick={() => void retry(step.key)}>
              {messages.upload.retry}
            </button>
          )}
          <button type="button" className="text-button" onClick={() => void discard(step.key)}>
            {messages.pendingSteps.discard}
            <span className="visually-hidden"> {messages.labels.step[step.op]}</span>
          </button>
        </div>
      )}
    </div>
  ));
}

function statusText({ state, error }: PendingStep, before: QueueEntry[], messages: Messages): string {
  if (error) return errorText(error, messages);
  if (state === 'sending' || state === 'sent') return messages.pendingSteps.sending;
  if (before.some((entry) => entry.state === 'failed')) return messages.pendingSteps.afterRefused;
  return before.some(isUpload) ? messages.pendingSteps.afterPhotos : messages.upload.waiting;
}
