import { useApiListQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/locale.ts';
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
          objects.data?.items.map(({ id, name, address, project_id }) => ({
            key: id,
            name,
            detail: address,
            ...toProject(project_id),
          })) ?? []
        }
        onOpen={onOpen}
      />
    </>
  );
}

/** Accounts, for admins. */
export function People({ q, onOpen }: Props) {
  const messages = useMessages();
  const texts = useSearchTexts();
  const { data } = useApiListQuery('GET /users', { query: { q, limit } });
  const results = data?.items.map(({ id, name, email, role }) => ({
    key: id,
    name,
    detail: `${messages.labels.role[role]} · ${email}`,
    to: '/users' as const,
    search: { q: email, role },
  }));
  return <ResultList title={texts.people} results={results ?? []} onOpen={onOpen} />;
}
