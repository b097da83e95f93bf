import { useEffect, useState } from 'react';
import { downloadFile } from '../../../api/download-file.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** Downloads the labels of objects as a PDF file. */
export function useLabelDownload() {
  const [running, setRunning] = useState<AbortController>();
  const [error, setError] = useState<unknown>();
  useEffect(() => () => running?.abort(), [running]);
  async function download(objectIds: readonly number[]): Promise<void> {
    const stopping = new AbortController();
    const { signal } = stopping;
    setRunning(stopping);
    setError(undefined);
    try {
      const query = { ids: objectIds.join(',') };
      saveFile(await downloadFile('GET /ext/objects/labels.pdf', { query }, { signal }), 'labels.pdf');
    } catch (problem) {
      if (!signal.aborted) setError(problem);
    }
    if (!signal.aborted) setRunning(undefined);
  }
  return { download, isRunning: running !== undefined, error };
}
