import { useQueries } from '@tanstack/react-query';
import { keepPreviousRows } from '../../api/keep-previous-rows.ts';
import { apiQuery, useApiListQuery } from '../../api/queries.ts';
import { roles } from '../../contract/enums.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { ResultList } from './result-list.tsx';
import { useSearchTexts } from './texts/texts.ts';

const limit = 5;

interface Props {
  q: string;
  onOpen: () => void;
}

/** Projects and buildings. */
export function Places({ q, onOpen }: Props) {
  const texts = useSearchTexts();
  const projects = useApiListQuery('GET /ext/projects', { query: { q, limit } });
  const objects = useApiListQuery('GET /ext/objects', { query: { q, limit } });
  const toProject = (id: number) => ({ to: '/projects/$id' as const, params: { id: String(id) } });
  return (
    <>
      <ResultList
        title={texts.projects}
        results={projects.data?.items.map(({ id, name }) => ({ key: id, name, ...toProject(id) })) ?? []}
        onOpen={onOpen}
      />
      <ResultList
        title={texts.objects}
        results={
          objects.data?.items.map(({ id, name, address }) => ({
            ...{ key: id, name, detail: address },
            ...{ to: '/buildings/$id' as const, params: { id: String(id) } },
          })) ?? []
        }
        onOpen={onOpen}
      />
    </>
  );
}

/** Accounts: all of them for admins, workers for clients. */
export function People({ q, onOpen }: Props) {
  const { role } = useCurrentUser();
  return role === 'admin' ? <Accounts q={q} onOpen={onOpen} /> : <Workers q={q} onOpen={onOpen} />;
}

function Accounts({ q, onOpen }: Props) {
  const messages = useMessages();
  const texts = useSearchTexts();
  const found = useQueries({
    queries: roles.map((role) => {
      const options = apiQuery('GET /users', { query: { role, q, limit, include_inactive: '1' } });
      return { ...options, placeholderData: keepPreviousRows(options.queryKey) };
    }),
  });
  const results = found
    .flatMap(({ data }) => data?.items ?? [])
    .map(({ id, name, email, role, is_active }) => ({
      key: id,
      name,
      detail: `${messages.labels.role[role]} · ${email}`,
      to: '/users' as const,
      search: { q: email, role, ...(!is_active && { disabled: '1' }) },
    }));
  return <ResultList title={texts.people} results={results} onOpen={onOpen} />;
}

function Workers({ q, onOpen }: Props) {
  const texts = useSearchTexts();
  const { data } = useApiListQuery('GET /users', { query: { q, limit } });
  const results = data?.items.map(({ id, name, email }) => ({
    ...{ key: id, name, detail: email },
    ...{ to: '/workers' as const, search: { q: email } },
  }));
  return <ResultList title={texts.people} results={results ?? []} onOpen={onOpen} />;
}
