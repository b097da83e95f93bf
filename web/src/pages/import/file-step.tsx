import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { type FileEncoding, type FileKind, maxRows } from '../../contract/import-kinds.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Note } from '../../ui/note.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { importErrorText, isAboutEncoding } from './error-texts.ts';
import { readRows, UnreadableFileError } from './read-rows.ts';
import type { ImportRow } from './rows.ts';
import { downloadSample } from './sample-file.ts';
import { useColumns, useImportTexts } from './texts/texts.ts';

interface Props {
  kind: FileKind;
  onRead: (file: { fileName: string; rows: ImportRow[] }) => void;
}

/** What a person whose file is refused for its encoding chooses from. */
const offeredEncodings = ['windows-1252', 'windows-1250', 'iso-8859-2', 'windows-1254'] as const satisfies FileEncoding[];

/** Takes a csv file, and offers one as a sample. */
export function FileStep({ kind, onRead }: Props) {
  const messages = useMessages();
  const texts = useImportTexts();
  const columns = useColumns(kind)
    .map(({ label }) => label)
    .join(', ');
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const [isOver, setOver] = useState(false);
  const [error, setError] = useState<unknown>();
  const [refused, setRefused] = useState<{ file: File; encoding: FileEncoding | undefined }>();
  const client = useQueryClient();
  async function read(file: File | undefined, encoding?: FileEncoding, chosen?: Record<string, number>): Promise<void> {
    if (!file || isReading) return;
    setReading(true);
    if (!chosen) setError(undefined);
    try {
      onRead({ fileName: file.name, rows: await readRows(kind, file, encoding, chosen) });
    } catch (problem) {
      setError(problem);
      setRefused({ file, encoding });
    } finally {
      setReading(false);
    }
  }
  async function saveSample(): Promise<void> {
    const first = await firstPlace(kind, client).catch(() => undefined);
    downloadSample(kind, { project: first?.project ?? 'Example project', object: first?.object ?? 'House 1' });
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  }
  if (refused && error instanceof UnreadableFileError && error.columns) {
    return (
      <ColumnsStep
        kind={kind}
        columns={error.columns}
        reason={error.message}
        isBusy={isReading}
        onChosen={(positions) => void read(refused.file, refused.encoding, positions)}
        onCancel={() => setError(undefined)}
      />
    );
  }
  return (
    <Paper
      withBorder
      px="lg"
      py="xl"
      className={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="sm" ta="center">
        <Text id="import-rules">
          {texts.drop}
          <br />
          <Text span inherit c="dimmed">
            {texts.rules(columns, maxRows)} {kind !== 'workers' && texts.projectRule}
          </Text>
        </Text>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          hidden
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <Group gap="xs" justify="center">
          <Button loading={isReading} aria-describedby="import-rules" onClick={() => input.current?.click()}>
            {texts.choose}
          </Button>
          <Button variant="default" onClick={() => void saveSample()}>
            {texts.sample}
          </Button>
        </Group>
        {Boolean(error) && (
          <Note tone="danger" role="alert">
            {error instanceof UnreadableFileError ? importErrorText(error.message, kind, texts, messages) : messages.app.failed}
          </Note>
        )}
        {refused && error instanceof UnreadableFileError && isAboutEncoding(error.message) && (
          <Stack gap="xs" align="center" role="group" aria-labelledby="import-encodings">
            <Text id="import-encodings">{texts.readAs}</Text>
            <Group gap="xs" justify="center">
              {offeredEncodings.map((encoding) => (
                <Button key={encoding} variant="default" onClick={() => void read(refused.file, encoding)}>
                  {texts.encodings[encoding]}
                </Button>
              ))}
            </Group>
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

/** Names that the user knows, for the sample. */
async function firstPlace(kind: FileKind, client: QueryClient): Promise<{ project?: string; object?: string }> {
  if (kind === 'objects') {
    const { items } = await client.fetchQuery(apiQuery('GET /ext/projects', { query: { limit: 1 } }));
    return items[0] ? { project: items[0].name } : {};
  }
  if (kind === 'workers') return {};
  const { items } = await client.fetchQuery(apiQuery('GET /ext/objects', { query: { limit: 1 } }));
  return items[0] ? { project: items[0].project_name, object: items[0].name } : {};
}
