import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery, useApiMutation } from '../../api/queries.ts';
import type { Profile } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Form } from '../../ui/form.tsx';
import { Meta } from '../../ui/meta.tsx';
import { useReassigningTexts } from '../reassigning/texts/texts.ts';
import { StatusBadge } from '../status-badge.tsx';
import { ticketTitle } from '../ticket-title.ts';
import { accountQueries } from './account-queries.ts';

const maxShown = 5;

/** The tickets that a worker has not finished, of those that the user sees; other accounts have none. */
export function useOpenWork({ id, role }: Profile) {
  const isWorker = role === 'worker';
  const query = apiQuery('GET /ext/users/{id}/open-work', { params: { id }, query: { limit: maxShown } });
  const { data, isPending } = useQuery({ ...query, enabled: isWorker, staleTime: 0 });
  return { data, isPending: isWorker && isPending };
}

/** Disables an account, with an undo. */
export function useDisableAccount(user: Profile, onDone: () => void) {
  const messages = useMessages();
  const { change, isPending } = useChangeActive(user, onDone);
  return { disable: () => change(false, messages.people.disabledNow(isolateName(user.name))), isPending };
}

/** Enables an account, with an undo. */
export function useEnableAccount(user: Profile, onDone: () => void) {
  const messages = useMessages();
  const { change, isPending } = useChangeActive(user, onDone);
  return { enable: () => change(true, messages.people.enabledNow(isolateName(user.name))), isPending };
}

function useChangeActive({ id }: Profile, onDone: () => void) {
  const { mutate, isPending } = useApiMutation('PATCH /users/{id}', { invalidates: accountQueries });
  const params = { id };
  function change(is_active: boolean, text: string): void {
    const undo = (): void => mutate({ params, body: { is_active: !is_active } });
    const onSuccess = (): void => {
      showToast({ text, undo });
      onDone();
    };
    mutate({ params, body: { is_active } }, { onSuccess });
  }
  return { change, isPending };
}

interface DisableProps {
  user: Profile;
  onClose: () => void;
  onHandOver: () => void;
}

/** Shows which open tickets stay with the worker whose account is disabled, and offers to hand them over first. */
export function DisableForm({ user, onClose, onHandOver }: DisableProps) {
  const messages = useMessages();
  const texts = useReassigningTexts();
  const { disable, isPending } = useDisableAccount(user, onClose);
  const { data } = useOpenWork(user);
  return (
    <Form submit={messages.people.disable} onSubmit={disable} onCancel={onClose} isBusy={isPending} isDangerous>
      <p>{messages.people.openWork(user.name, data?.total ?? 0)}</p>
      <Text c="dimmed">{messages.people.openWorkStays}</Text>
      <OpenWork user={user} onClose={onClose} />
      {data && data.total > 0 && (
        <div>
          <Button variant="default" onClick={onHandOver}>
            {texts.handOver}
          </Button>
        </div>
      )}
    </Form>
  );
}

/** The open tickets of a worker as links, and for admins a link to all tickets of the account. */
export function OpenWork({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { data } = useOpenWork(user);
  const search = user.role === 'client' ? { client_id: user.id } : { worker_id: user.id };
  return (
    <>
      {data && data.total > 0 && (
        <Stack component="ul" gap="xs">
          {data.items.map((ticket) => (
            <Meta key={ticket.id} component="li">
              <StatusBadge status={ticket.status} />
              <Link to="/tickets/$id" params={{ id: String(ticket.id) }} onClick={onClose}>
                {ticketTitle(ticket)}
              </Link>
              <Text span size="sm" className="numbers">
                #{ticket.id}
              </Text>
            </Meta>
          ))}
        </Stack>
      )}
      {data && data.total > data.items.length && (
        <Text size="sm" c="dimmed">
          {messages.people.more(data.total - data.items.length)}
        </Text>
      )}
      {me.role === 'admin' && user.role !== 'admin' && (
        <p>
          <Link to="/tickets" search={search} onClick={onClose} className="tap-target">
            {messages.people.viewRequests(user.name)}
          </Link>
        </p>
      )}
    </>
  );
}
