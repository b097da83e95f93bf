import { useState } from 'react';
import { useWords } from '../words/index.ts';

/** Something to pass on. Where the clipboard is closed to us it can still be selected. */
export function CopyLine({ text }: { text: string }) {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="copy-line">
      <code>{text}</code>
      {navigator.clipboard && (
        <button
          type="button"
          className="plain"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? words.app.copied : words.app.copy}
        </button>
      )}
    </div>
  );
}
