import { useClipboard } from '@mantine/hooks';
import { useMessages } from '../i18n/locale.ts';

/**
 * A text with a copy button. Without a secure context there is no clipboard, and the text can be selected.
 * @param shown the text in a form that is easier to read
 */
export function CopyableText({ text, shown = text }: { text: string; shown?: string }) {
  const messages = useMessages();
  const { copy, copied } = useClipboard();
  return (
    <div className="copyable-text">
      <code>{shown}</code>
      {navigator.clipboard && (
        <button type="button" className="text-button" onClick={() => copy(text)}>
          {copied ? messages.app.copied : messages.app.copy}
        </button>
      )}
    </div>
  );
}
