import { useState } from 'react';
import { useMessages } from '../i18n/locale.ts';

/** Something to pass on. Where the clipboard is closed to us it can still be selected. */
export function CopyableText({ text }: { text: string }) {
  const messages = useMessages();
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="copyable-text">
      <code>{text}</code>
      {navigator.clipboard && (
        <button
          type="button"
          className="text-button"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? messages.app.copied : messages.app.copy}
        </button>
      )}
    </div>
  );
}
