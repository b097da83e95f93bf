import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { focusOnMount } from '../../components/focus-on-mount.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';

interface Props {
  codes: string[];
  isSaved: boolean;
  onSaved: (isSaved: boolean) => void;
  /** whether the user wanted to go on before the codes were saved */
  isReminded: boolean;
  onDone: () => void;
}

/** The recovery codes, which are shown once: to copy, download or print, with a confirmation that they were saved. */
export function RecoveryCodes({ codes, isSaved, onSaved, isReminded, onDone }: Props) {
  const messages = useMessages();
  const { email } = useCurrentUser();
  const { copy, copied } = useClipboard();
  const title = messages.twoFactor.fileTitle(email);
  return (
    <div className="form">
      <p className="muted">{messages.twoFactor.recoveryText}</p>
      <div className="recovery-codes">
        <h3 className="print-only">{title}</h3>
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="row-actions">
        {navigator.clipboard && (
          <Button variant="default" ref={focusOnMount} onClick={() => copy(codes.join('\n'))}>
            {copied ? messages.app.copied : messages.twoFactor.copyAll}
          </Button>
        )}
        <Button variant="default" onClick={() => download(`${title}\n\n${codes.join('\n')}\n`, 'callout-recovery-codes.txt')}>
          {messages.twoFactor.download}
        </Button>
        <Button variant="default" onClick={() => print()}>
          {messages.twoFactor.print}
        </Button>
      </div>
      <label className="checkbox">
        <input type="checkbox" checked={isSaved} onChange={(event) => onSaved(event.currentTarget.checked)} />
        {messages.twoFactor.saved}
      </label>
      {isReminded && !isSaved && (
        <p className="form-error" role="alert">
          {messages.twoFactor.saveFirst}
        </p>
      )}
      <div className="row-actions">
        <Button onClick={onDone}>{messages.twoFactor.done}</Button>
      </div>
    </div>
  );
}

function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
