import { ActionIcon, Button, Text } from '@mantine/core';
import { IconTextPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useApiListQuery } from '../../api/queries.ts';
import type { Snippet } from '../../contract/schemas.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { Icon } from '../../ui/icon.tsx';
import { Option, OptionList } from '../../ui/option-list.tsx';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { insertSnippet } from './insert-snippet.ts';
import { useSnippetTexts } from './texts/texts.ts';

interface Props {
  kind: Snippet['kind'];
  /** what was typed in the field, and how much it takes */
  text: string;
  maxLength: number;
  onChange: (text: string) => void;
  isInDialog?: boolean;
  /** without its words, where there is no room for them */
  isIcon?: boolean;
}

/** Inserts one of the texts that the user has for such a field. */
export function SnippetMenu({ kind, text, maxLength, onChange, isInDialog = false, isIcon = false }: Props) {
  const texts = useSnippetTexts();
  const isOnline = useIsOnline();
  return (
    <PopoverButton
      label={texts.insert}
      isInDialog={isInDialog}
      button={(props) =>
        isIcon ? (
          <ActionIcon variant="subtle" size={44} title={texts.insert} disabled={!isOnline} {...props}>
            <Icon icon={IconTextPlus} />
          </ActionIcon>
        ) : (
          <Button variant="subtle" px="xs" disabled={!isOnline} leftSection={<Icon icon={IconTextPlus} size={18} />} {...props}>
            {texts.insert}
          </Button>
        )
      }
    >
      {(close) => (
        <SnippetOptions
          kind={kind}
          onSelect={(snippet) => {
            onChange(insertSnippet(text, snippet.text, maxLength));
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}

function SnippetOptions({ kind, onSelect }: { kind: Snippet['kind']; onSelect: (snippet: Snippet) => void }) {
  const texts = useSnippetTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const snippets = useApiListQuery('GET /ext/snippets', { query: { kind, limit, offset } });
  return (
    <>
      <QueryState query={snippets} height={44} />
      {snippets.data?.total === 0 && <Text c="dimmed">{texts.noneOfKind}</Text>}
      <OptionList>
        {snippets.data?.items.map((snippet) => (
          <Option key={snippet.id} name={snippet.title} detail={firstLine(snippet)} onSelect={() => onSelect(snippet)} />
        ))}
      </OptionList>
      <ShowMore paging={paging} page={snippets.data} />
      <Text mt="xs">
        <Link to="/snippets">{texts.manage}</Link>
      </Text>
    </>
  );
}

const maxCharacters = 80;

const firstLine = ({ text }: Snippet): string => {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length < text.length || line.length > maxCharacters ? `${line.slice(0, maxCharacters)} …` : line;
};
