import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { QueryName } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import { type FileKind, maxRows } from '../../contract/import-kinds.ts';
import { NoAnswerError } from '../../http/errors.ts';
import { useDraft } from '../../session/use-draft.ts';
import { areAllTaken, emptyRow, type ImportRow, type RowErrors } from './rows.ts';
import { type SendResult, sendRows } from './send-rows.ts';

const noFile = { fileName: '', rows: [] as readonly ImportRow[], isAnswerLost: false };
type Draft = typeof noFile;
const noErrors: RowErrors = new Map();
/** Lists that show what was imported. */
const imported: QueryName[] = [
  ...(['GET /users', 'GET /ext/unconfirmed', 'GET /projects/{id}/objects', 'GET /ext/objects'] as const),
  ...(['GET /ext/objects/{id}', 'GET /ext/objects/{id}/equipment'] as const),
];

/** What the page tells about the rows. */
export type ImportState =
  | { name: 'edited' | 'checked' | 'refused' | 'taken' }
  | { name: 'failed'; error: unknown; isLost: boolean }
  | { name: 'imported'; created: number };

/** The rows of a file with their errors, and what can be done with them. They are kept until they are imported. */
export function useImportTable(kind: FileKind) {
  const [draft, setDraft, clearDraft] = useDraft(`import:${kind}`, noFile);
  const [errors, setErrors] = useState(noErrors);
  const [state, setState] = useState<ImportState>({ name: 'edited' });
  const client = useQueryClient();
  const [busy, setBusy] = useState<'check' | 'import'>();
  const latest = useRef(draft);
  latest.current = draft;
  useWarningBeforeUnload(draft.rows.length > 0);
  const change = useCallback(
    (part: Partial<Draft>) => {
      setDraft({ ...latest.current, ...part });
      setState({ name: 'edited' });
    },
    [setDraft],
  );
  const changeRow = useCallback(
    (row: ImportRow) => {
      change({ rows: latest.current.rows.map((other) => (other.id === row.id ? row : other)) });
      setErrors((all) => without(all, row.id));
    },
    [change],
  );
  const removeRow = useCallback(
    (id: number) => {
      change({ rows: latest.current.rows.filter((row) => row.id !== id) });
      setErrors((all) => without(all, id));
    },
    [change],
  );
  function addRow(): ImportRow {
    const row = emptyRow(kind, Math.max(-1, ...draft.rows.map(({ id }) => id)) + 1);
    change({ rows: [...draft.rows, row] });
    return row;
  }
  function replace(next: Pick<Draft, 'fileName' | 'rows'>): void {
    setErrors(noErrors);
    change({ ...next, isAnswerLost: false });
  }
  /** Restores what was discarded, unless another file was read meanwhile. */
  function restore(discarded: Pick<Draft, 'fileName' | 'rows'>): void {
    if (latest.current.rows.length === 0) replace(discarded);
  }
  /** @returns the errors that the user should look at */
  async function send(isDryRun: boolean): Promise<RowErrors> {
    if (busy) return noErrors;
    setBusy(isDryRun ? 'check' : 'import');
    try {
      return apply(await sendRows(kind, draft.rows, isDryRun), isDryRun);
    } catch (error) {
      const isLost = !isDryRun && error instanceof NoAnswerError;
      if (isLost) setDraft({ ...draft, isAnswerLost: true });
      setState({ name: 'failed', error, isLost });
      return noErrors;
    } finally {
      setBusy(undefined);
      if (!isDryRun) invalidate(client, ...imported);
    }
  }
  function apply(result: SendResult, isDryRun: boolean): RowErrors {
    if ('errors' in result) {
      const isTaken = areAllTaken(draft.rows, result.errors);
      setErrors(result.errors);
      setState({ name: isTaken ? 'taken' : 'refused' });
      return isTaken ? noErrors : result.errors;
    }
    setErrors(noErrors);
    if (isDryRun) setState({ name: 'checked' });
    else {
      clear();
      setState({ name: 'imported', created: result.created + (result.updated ?? 0) });
    }
    return noErrors;
  }
  function clear(): void {
    setDraft(noFile);
    clearDraft();
    setErrors(noErrors);
    setState({ name: 'edited' });
  }
  const mayAdd = draft.rows.length < maxRows;
  return { ...draft, errors, state, busy, mayAdd, changeRow, removeRow, addRow, replace, restore, send, clear };
}

export type ImportTable = ReturnType<typeof useImportTable>;

function without(errors: RowErrors, id: number): RowErrors {
  if (!errors.has(id)) return errors;
  return new Map([...errors].filter(([other]) => other !== id));
}

/** The rows survive a reload, but not the end of the tab. */
function useWarningBeforeUnload(isWarning: boolean): void {
  useEffect(() => {
    if (!isWarning) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isWarning]);
}
