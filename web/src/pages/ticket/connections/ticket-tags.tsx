import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTag, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { apiQuery, useApiMutation } from '../../../api/queries.ts';
import type { Ticket } from '../../../contract/schemas.ts';
import { ticketExtrasQuery, useTicketExtras } from '../../../features/ticket-extras/use-ticket-extras.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Option, OptionList } from '../../../ui/option-list.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { searchDelayMs } from '../../../ui/use-url-search.ts';
import { canArrange } from './can-arrange.ts';
import { useConnectionTexts } from './texts/texts.ts';

const maxTags = 10;
const maxTagLength = 40;
const maxSuggestions = 6;

/** The tags of a ticket, which lead to the list of all tickets with them. @param children buttons behind the tags */
export function TicketTags({ ticket, children }: { ticket: Ticket; children?: ReactNode }) {
  const { id } = ticket;
  const texts = useConnectionTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const client = useQueryClient();
  const addButton = useRef<HTMLSpanElement>(null);
  const { data } = useTicketExtras(id);
  const save = useApiMutation('PUT /ext/tickets/{id}/tags', {
    invalidates: ['GET /ext/tickets', 'GET /ext/tickets/{id}', 'GET /ext/tags'],
    // What is read again may arrive after the next change, which replaces all tags.
    onSuccess: ({ tags }) => client.setQueryData(ticketExtrasQuery(id).queryKey, (before) => before && { ...before, tags }),
  });
  if (!data) return children;
  const tags = save.isPending ? save.variables.body.tags : data.tags;
  const mayChange = canArrange(me, ticket);
  const canChange = mayChange && isOnline && !save.isPending;
  const replace = (next: string[]): void => save.mutate({ params: { id }, body: { tags: next } });
  const remove = (tag: string): void => {
    replace(tags.filter((one) => one !== tag));
    addButton.current?.querySelector('button')?.focus(); // the one that was pressed disappears
  };
  return (
    <Group gap="xs" className="ticket-tags">
      {tags.length > 0 && (
        <Group component="ul" gap="xs" aria-label={texts.tags}>
          {tags.map((tag) => (
            <li key={tag} className="ticket-tag">
              {me.role === 'worker' ? (
                <span>{tag}</span>
              ) : (
                <Link to="/tickets" search={{ tag }} title={texts.showTagged(tag)}>
                  {tag}
                </Link>
              )}
              {mayChange && (
                <ActionIcon
                  variant="transparent"
                  color="gray"
                  size="var(--min-target-size)"
                  aria-label={texts.removeTag(tag)}
                  disabled={!canChange}
                  onClick={() => remove(tag)}
                >
                  <Icon icon={IconX} size={16} />
                </ActionIcon>
              )}
            </li>
          ))}
        </Group>
      )}
      {mayChange && tags.length < maxTags && (
        <span ref={addButton}>
          <PopoverButton
            label={texts.addTag}
            button={(props) => (
              <Button
                variant="subtle"
                px="xs"
                disabled={!isOnline}
                title={isOnline ? undefined : texts.notOffline}
                leftSection={<Icon icon={IconTag} size={18} />}
                {...props}
              >
                {texts.addTag}
              </Button>
            )}
          >
            {(close) => (
              <TagPicker
                tags={tags}
                onTag={(tag) => {
                  if (!tags.includes(tag)) replace([...tags, tag]);
                  close();
                }}
              />
            )}
          </PopoverButton>
        </span>
      )}
      {children}
    </Group>
  );
}

/** A field for a tag, with the tags that are used already, the most used first. */
function TagPicker({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  const messages = useMessages();
  const texts = useConnectionTexts();
  const [text, setText] = useState('');
  const tag = text.trim();
  const [q] = useDebouncedValue(tag, searchDelayMs);
  const query = { ...(q && { q }), limit: maxSuggestions + tags.length };
  const found = useQuery({ ...apiQuery('GET /ext/tags', { query }), placeholderData: keepPreviousData });
  const suggestions = (found.data?.items ?? []).filter((one) => !tags.includes(one.tag)).slice(0, maxSuggestions);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (tag) onTag(tag);
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label={texts.tag}
          maxLength={maxTagLength}
          autoComplete="off"
          value={text}
          // Commas stand between the tags of the filter.
          onChange={(event) => setText(event.currentTarget.value.replaceAll(',', ''))}
        />
        <Button type="submit" disabled={!tag}>
          {texts.add}
        </Button>
      </Group>
      <OptionList>
        {suggestions.map((one) => (
          <Option key={one.tag} name={one.tag} detail={messages.list.count(one.tickets)} onSelect={() => onTag(one.tag)} />
        ))}
      </OptionList>
    </form>
  );
}
