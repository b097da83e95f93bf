import { isStuck, isUpload, type Queued, type QueuedStep, useQueuedSteps, useUploads } from '../../queue/list.ts';
import { drop, sendAgain } from '../../queue/send.ts';
import type { Dictionary } from '../../words/en.ts';
import { errorText, useWords } from '../../words/index.ts';

/** The steps that did not leave yet, or were refused, with the way back. */
export function StepsWaiting({ id }: { id: number }) {
  const words = useWords();
  const steps = useQueuedSteps(id);
  const uploads = useUploads(id);
  const before = ({ key }: QueuedStep): Queued[] =>
    [...uploads, ...steps].filter((queued) => queued.key < key && queued.state !== 'sent');
  return steps.map((step) => (
    <div key={step.key} className={`step-waiting ${step.state}`}>
      <p role="status">
        <b>{words.labels.step[step.op]}:</b> {lineOf(step, before(step), words)}
      </p>
      {isStuck(step) && (
        <div className="row-actions">
          {step.state === 'failed' && (
            <button type="button" className="plain" onClick={() => void sendAgain(step.key)}>
              {words.upload.again}
            </button>
          )}
          <button type="button" className="plain" onClick={() => void drop(step.key)}>
            {words.stepsWaiting.takeBack}
            <span className="hidden"> {words.labels.step[step.op]}</span>
          </button>
        </div>
      )}
    </div>
  ));
}

function lineOf({ state, error }: QueuedStep, before: Queued[], words: Dictionary): string {
  if (error) return errorText(error, words);
  if (state === 'sending' || state === 'sent') return words.stepsWaiting.sending;
  if (before.some((queued) => queued.state === 'failed')) return words.stepsWaiting.refusedFirst;
  return before.some(isUpload) ? words.stepsWaiting.photosFirst : words.upload.waiting;
}
