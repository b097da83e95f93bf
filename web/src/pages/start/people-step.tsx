import { Button, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import { useApiQuery } from '../../api/queries.ts';
import { type Role, roles } from '../../contract/enums.ts';
import type { InvitedUser, Profile, Project } from '../../contract/schemas.ts';
import { useAccountTrust } from '../../features/account-trust/use-account-trust.ts';
import { InvitationCard } from '../../features/inviting/invitation-card.tsx';
import { InvitationDialog } from '../../features/inviting/invitation-dialog.tsx';
import { nameFromEmail } from '../../features/inviting/name-from-email.ts';
import { useInvitingTexts } from '../../features/inviting/texts/texts.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Form } from '../../ui/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRow, ListRows, RowActions } from '../../ui/list-rows.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { StepPanel } from './step-panel.tsx';
import { useStartTexts } from './texts/texts.ts';

interface Props {
  /** whose links are known */
  invited: readonly InvitedUser[];
  onInvited: (user: InvitedUser) => void;
  next: () => void;
}

/** Who works with the service: each gets a link that sets the password. */
export function PeopleStep({ invited, onInvited, next }: Props) {
  const texts = useStartTexts();
  return (
    <Stack gap="md">
      <StepPanel
        title={texts.people.title}
        text={texts.people.text}
        next={{ label: texts.next, run: next, isMain: invited.length > 1 }}
      >
        <InviteForm onInvited={onInvited} />
        <div>
          <LinkButton variant="default" to="/import/workers">
            {texts.people.import}
          </LinkButton>
        </div>
      </StepPanel>
      {invited.map((user) => (
        <InvitationCard key={user.id} user={user} link={user.link} expiresAt={user.expires_at} />
      ))}
      <Waiting known={invited} />
    </Stack>
  );
}

function InviteForm({ onInvited }: Pick<Props, 'onInvited'>) {
  const messages = useMessages();
  const texts = useStartTexts();
  const queries = useQueryClient();
  const projects = useApiQuery('GET /projects', { query: { order: 'desc', limit: 1 } });
  const project = projects.data?.items[0];
  const [role, setRole] = useState<Role>('worker');
  const [email, setEmail] = useState('');
  const [typedName, setTypedName] = useState<string>();
  const name = typedName ?? nameFromEmail(email);
  // An account whose invitation to the project failed is not created again by another try.
  const created = useRef<InvitedUser>(undefined);
  const create = useMutation({
    mutationFn: async () => {
      const earlier = created.current;
      const isSame = earlier?.email === email.trim().toLowerCase() && earlier.role === role;
      await joinProject(isSame ? earlier : await createUser(), project);
    },
    onSuccess: () => {
      setEmail('');
      setTypedName(undefined);
    },
    onSettled: () => invalidate(queries, 'GET /users', 'GET /ext/users', 'GET /projects/{id}/workers'),
  });
  async function createUser(): Promise<InvitedUser> {
    const user = await call('POST /ext/users', { body: { email: email.trim(), name: name.trim(), role } });
    created.current = user;
    onInvited(user);
    return user;
  }
  return (
    <Form
      submit={texts.people.submit}
      onSubmit={() => create.mutate()}
      mutation={create}
      isReady={email.trim() !== '' && name.trim() !== '' && !projects.isPending}
    >
      <NativeSelect
        label={messages.people.role}
        value={role}
        onChange={(event) => setRole(roles.find((one) => one === event.currentTarget.value) ?? role)}
        data={roles.map((value) => ({ value, label: messages.labels.role[value] }))}
      />
      <TextInput
        label={messages.people.email}
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <NameField label={messages.people.name} value={name} onChange={setTypedName} />
      {role === 'worker' && project && (
        <Text size="sm" c="dimmed">
          {texts.people.joins(project.name)}
        </Text>
      )}
    </Form>
  );
}

/** Invites a new worker to a project, who accepts with the first sign-in. */
async function joinProject({ id, role }: InvitedUser, project: Project | undefined): Promise<void> {
  if (role === 'worker' && project)
    await call('POST /projects/{id}/workers', { params: { id: project.id }, body: { worker_id: id } });
}

/** Who has an account and no password yet, and whose link is not on the screen. */
function Waiting({ known }: { known: readonly InvitedUser[] }) {
  const texts = useStartTexts();
  const invitingTexts = useInvitingTexts();
  const [shown, setShown] = useState<Profile>();
  const newest = { sort: 'created_at', order: 'desc', limit: 20 } as const;
  const admins = useApiQuery('GET /users', { query: { role: 'admin', ...newest } });
  const clients = useApiQuery('GET /users', { query: { role: 'client', ...newest } });
  const workers = useApiQuery('GET /users', { query: { role: 'worker', ...newest } });
  const users = [admins, clients, workers].flatMap(({ data }) => data?.items ?? []);
  const accounts = useAccountTrust(users.map(({ id }) => id));
  const waiting = users.filter(({ id }) => accounts.of(id)?.awaits_password && !known.some((user) => user.id === id));
  if (waiting.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="waiting">
      <Title order={2} id="waiting">
        {texts.people.waiting}
      </Title>
      <ListRows>
        {waiting.map((user) => (
          <ListRow
            key={user.id}
            picture={<UserAvatar id={user.id} name={user.name} size={40} />}
            name={user.name}
            details={user.email}
          >
            <RowActions>
              <Button variant="subtle" onClick={() => setShown(user)}>
                {invitingTexts.link}
              </Button>
            </RowActions>
          </ListRow>
        ))}
      </ListRows>
      {shown && <InvitationDialog user={shown} onClose={() => setShown(undefined)} />}
    </Stack>
  );
}
