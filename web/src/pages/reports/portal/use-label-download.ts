import { useEffect, useState } from 'react';
import { downloadFile } from '../../../api/download-file.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** What has labels, as the paths of the API name it. */
export type LabelKind = 'objects' | 'equipment';

/** Downloads labels as a PDF file. */
export function useLabelDownload(kind: LabelKind) {
  const [running, setRunning] = useState<AbortController>();
  const [error, setError] = useState<unknown>();
  useEffect(() => () => running?.abort(), [running]);
  async function download(ids: readonly number[]): Promise<void> {
    const stopping = new AbortController();
    const { signal } = stopping;
    setRunning(stopping);
    setError(undefined);
    try {
      const query = { ids: ids.join(',') };
      saveFile(await downloadFile(`GET /ext/${kind}/labels.pdf`, { query }, { signal }), 'labels.pdf');
    } catch (problem) {
      if (!signal.aborted) setError(problem);
    }
    if (!signal.aborted) setRunning(undefined);
  }
  return { download, isRunning: running !== undefined, error };
}
