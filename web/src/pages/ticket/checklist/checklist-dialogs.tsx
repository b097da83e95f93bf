import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { QueryName } from '../../../api/client.ts';
import { useApiListQuery, useFormMutation } from '../../../api/queries.ts';
import type { Ticket } from '../../../contract/schemas.ts';
import { ConfirmDialog } from '../../../features/confirm-dialog.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Option, OptionList } from '../../../ui/option-list.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../../ui/show-more.tsx';
import { useTicketChecklistTexts } from './texts/texts.ts';

const invalidates: QueryName[] = ['GET /ext/tickets/{id}/checklist', 'GET /ext/tickets/{id}', 'GET /ext/tickets'];

/** Copies a checklist to a ticket. */
export function ChooseChecklistDialog({ ticket: { id }, onClose }: { ticket: Ticket; onClose: () => void }) {
  const texts = useTicketChecklistTexts();
  const me = useCurrentUser();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const checklists = useApiListQuery('GET /ext/tickets/{id}/checklists', { params: { id }, query: { limit, offset } });
  const put = useFormMutation('PUT /ext/tickets/{id}/checklist', {
    invalidates,
    onSuccess: () => {
      showToast({ text: texts.added });
      onClose();
    },
  });
  const { data } = checklists;
  return (
    <Dialog title={texts.choose} onClose={onClose} isSheet>
      <FormError error={put.error} />
      <QueryState query={checklists} height={52} />
      {data?.total === 0 && <Text c="dimmed">{texts.none}</Text>}
      <OptionList>
        {data?.items.map((checklist) => (
          <Option
            key={checklist.id}
            name={checklist.name}
            detail={texts.items(checklist.items)}
            isDisabled={put.isPending}
            onSelect={() => put.mutate({ params: { id }, body: { checklist_id: checklist.id } })}
          />
        ))}
      </OptionList>
      <ShowMore paging={paging} page={data} />
      {me.role !== 'worker' && (
        <Text mt="sm">
          <Link to="/checklists">{texts.manage}</Link>
        </Text>
      )}
    </Dialog>
  );
}

interface RemoveProps {
  ticketId: number;
  isFilledIn: boolean;
  onClose: () => void;
}

/** Removes the checklist of a ticket, after a confirmation. */
export function RemoveChecklistDialog({ ticketId: id, isFilledIn, onClose }: RemoveProps) {
  const texts = useTicketChecklistTexts();
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      operation="PUT /ext/tickets/{id}/checklist"
      input={{ params: { id }, body: { checklist_id: null } }}
      invalidates={invalidates}
      submit={texts.remove}
      done={texts.removed}
      onClose={onClose}
      isDangerous
    >
      {isFilledIn && <Text c="dimmed">{texts.removeText}</Text>}
    </ConfirmDialog>
  );
}
