import { List, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { InvitedUser } from '../../contract/schemas.ts';
import { nameFromEmail } from '../../features/inviting/name-from-email.ts';
import { type SelectedUser, UserPicker } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Form } from '../../ui/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { parseBuildings, type TypedBuilding } from './parse-buildings.ts';
import { StepPanel } from './step-panel.tsx';
import { useStartTexts } from './texts/texts.ts';
import { useAddBuildings } from './use-add-buildings.ts';

interface Props {
  onInvited: (user: InvitedUser) => void;
  next: () => void;
}

/** The first buildings: typed, pasted, or from a file. They belong to a client, who is created with them. */
export function BuildingsStep({ onInvited, next }: Props) {
  const texts = useStartTexts();
  const clients = useApiQuery('GET /users', { query: { role: 'client', sort: 'created_at', order: 'desc', limit: 1 } });
  const projects = useApiQuery('GET /projects', { query: { limit: 1 } });
  const canImport = (projects.data?.total ?? 0) > 0;
  return (
    <StepPanel
      title={texts.buildings.title}
      text={texts.buildings.text}
      next={{ label: canImport ? texts.next : texts.later, run: next }}
    >
      <QueryState query={clients} height={120} />
      {clients.data && <BuildingsForm newest={clients.data.items[0]} onInvited={onInvited} next={next} />}
      {/* A file names projects that exist. */}
      {canImport && (
        <div>
          <LinkButton variant="default" to="/import/objects">
            {texts.buildings.import}
          </LinkButton>
        </div>
      )}
    </StepPanel>
  );
}

function BuildingsForm({ newest, onInvited, next }: Props & { newest: SelectedUser | undefined }) {
  const messages = useMessages();
  const texts = useStartTexts();
  const [client, setClient] = useState(newest);
  const [email, setEmail] = useState('');
  const [typedName, setTypedName] = useState<string>();
  const [text, setText] = useState('');
  // A client who is created does not replace the form while its buildings are: they are added by the same click.
  const [hasClients] = useState(newest !== undefined);
  const add = useAddBuildings(onInvited, next);
  const name = typedName ?? nameFromEmail(email);
  const buildings = parseBuildings(text);
  const isReady =
    buildings.length > 0 &&
    buildings.every(({ isUsable }) => isUsable) &&
    (hasClients ? client !== undefined : email.trim() !== '' && name.trim() !== '');
  const submit = (): void => add.mutate({ client: client ?? { email: email.trim(), name: name.trim() }, buildings });
  return (
    <Form
      submit={texts.buildings.submit(buildings.length)}
      onSubmit={submit}
      mutation={add}
      isReady={isReady}
      alsoMissing={hasClients && !client ? texts.buildings.client : undefined}
    >
      {hasClients ? (
        <UserPicker userRole="client" label={texts.buildings.client} selected={client} onSelect={setClient} />
      ) : (
        <>
          <TextInput
            label={texts.buildings.clientEmail}
            description={texts.buildings.clientText}
            type="email"
            required
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <NameField label={texts.buildings.clientName} value={name} onChange={setTypedName} />
        </>
      )}
      <Textarea
        label={messages.nav.buildings}
        description={texts.buildings.hint}
        required
        autosize
        minRows={3}
        maxRows={12}
        placeholder={texts.buildings.example}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Preview buildings={buildings} />
    </Form>
  );
}

/** What becomes of the lines, so that none is left out unnoticed. */
function Preview({ buildings }: { buildings: TypedBuilding[] }) {
  const texts = useStartTexts();
  if (buildings.length === 0) return null;
  return (
    <List size="sm" listStyleType="none" aria-label={texts.buildings.preview}>
      {buildings.map(({ name, address, isUsable }, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <List.Item key={line}>
          <Text span inherit fw={600}>
            {name}
          </Text>{' '}
          {isUsable ? (
            <Text span inherit c="dimmed">
              {address}
            </Text>
          ) : (
            <Text span inherit c="var(--danger)">
              {texts.buildings.notUsable}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  );
}
