import { Box, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { isStatus } from '../../http/errors.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';

const numberPattern = /^\s*#?\s*([1-9]\d{0,8})\s*$/;

/** A field that opens the ticket with a number, such as `129` or `#129`. */
export function OpenByNumber() {
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  async function open(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('number') ?? '');
    const [, id] = numberPattern.exec(text) ?? [];
    if (!id) return setError(messages.list.noNumber);
    try {
      await client.fetchQuery({ ...apiQuery('GET /tickets/{id}', { params: { id: Number(id) } }), retry: false });
      await navigate({ to: '/tickets/$id', params: { id } });
    } catch (problem) {
      const isMissing = isStatus(problem, 404) || isStatus(problem, 403);
      setError(isMissing ? messages.list.noSuchNumber(Number(id)) : errorText(problem as Error, messages));
    }
  }
  return (
    <Box component="search" w="min(300px, calc(100vw - 32px))" className="open-by-number">
      <form onSubmit={(event) => void open(event)}>
        <TextInput
          type="search"
          name="number"
          enterKeyHint="go"
          aria-label={messages.list.openByNumber}
          placeholder={`${messages.list.openByNumber}: 129`}
          title={messages.list.noNumber}
          maxLength={20}
          autoComplete="off"
          error={error}
          onChange={() => setError(undefined)}
        />
      </form>
    </Box>
  );
}
