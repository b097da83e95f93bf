import { Box, Button, Group, Input, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Team } from '../../contract/schemas.ts';
import { ConfirmDialog, focusHeading } from '../../features/confirm-dialog.tsx';
import { UserPicker } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { RowButton } from '../../ui/list-rows.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { useTeamTexts } from './texts/texts.ts';

interface Person {
  id: string;
  name: string;
}

/** Creates a team, or changes the one that is given. */
export function TeamDialog({ team, onClose }: { team?: Team; onClose: () => void }) {
  const messages = useMessages();
  const texts = useTeamTexts();
  const [name, setName] = useState(team?.name ?? '');
  const [lead, setLead] = useState<Person | undefined>(team?.lead_id ? { id: team.lead_id, name: team.lead_name } : undefined);
  const [members, setMembers] = useState<readonly Person[]>(team?.members.filter(({ id }) => id !== team.lead_id) ?? []);
  const [isAdding, setAdding] = useState(false);
  const options = { invalidates: ['GET /ext/teams'], onSuccess: onClose } as const;
  const create = useFormMutation('POST /ext/teams', options);
  const change = useFormMutation('PATCH /ext/teams/{id}', options);
  function submit(): void {
    if (!lead) return;
    const body = { name: name.trim(), lead_id: lead.id, member_ids: members.map(({ id }) => id) };
    if (team) change.mutate({ params: { id: team.id }, body });
    else create.mutate({ body });
  }
  function add(person: Person | undefined): void {
    if (person && !members.some(({ id }) => id === person.id)) setMembers([...members, person]);
    setAdding(false);
  }
  return (
    <Dialog title={team ? texts.editTitle : texts.create} onClose={onClose}>
      <Form
        submit={team ? messages.app.save : messages.app.create}
        onSubmit={submit}
        onCancel={onClose}
        mutation={[create, change]}
        isReady={name.trim() !== '' && lead !== undefined}
        alsoMissing={lead ? undefined : texts.teamLead}
      >
        <NameField label={texts.name} value={name} onChange={setName} />
        <UserPicker
          userRole="worker"
          label={texts.teamLead}
          selected={lead && { ...lead, email: '' }}
          onSelect={(user) => setLead(user && { id: user.id, name: user.name })}
        />
        <Box>
          <Input.Label component="div">{texts.members}</Input.Label>
          {members.map((member) => (
            <Group key={member.id} justify="space-between" wrap="nowrap">
              <Text style={{ overflowWrap: 'anywhere' }}>{member.name}</Text>
              <RowButton
                text={texts.remove}
                of={member.name}
                onClick={() => setMembers(members.filter(({ id }) => id !== member.id))}
              />
            </Group>
          ))}
          {isAdding ? (
            <UserPicker userRole="worker" label={texts.add} pressed={members.map(({ id }) => id)} onSelect={add} />
          ) : (
            <Button variant="default" mt={4} onClick={() => setAdding(true)}>
              {texts.add}
            </Button>
          )}
        </Box>
      </Form>
    </Dialog>
  );
}

/** Deletes a team, after a confirmation. */
export function DeleteTeamDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const messages = useMessages();
  const texts = useTeamTexts();
  return (
    <ConfirmDialog
      title={texts.deleteTitle}
      operation="DELETE /ext/teams/{id}"
      input={{ params: { id: team.id } }}
      invalidates={['GET /ext/teams']}
      submit={messages.app.delete}
      done={texts.deleted}
      onClose={onClose}
      onClosed={focusHeading}
      isDangerous
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{team.name}</Text>
      <Text c="dimmed">{texts.deleteText}</Text>
    </ConfirmDialog>
  );
}
