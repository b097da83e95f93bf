import { Note } from '../../ui/note.tsx';

/** What a test has found. @param detail what a server said, in its own words */
export function TestResult({ ok, text, detail = '' }: { ok: boolean; text: string; detail?: string }) {
  return (
    <Note tone={ok ? 'accent' : 'danger'} role="status">
      {text}
      {detail && <span dir="auto"> ({detail})</span>}
    </Note>
  );
}
