import { Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, tokensOf } from '../../api/client.ts';
import { signIn } from '../../api/sign-in.ts';
import type { Grant, Profile } from '../../contract/schemas.ts';
import { SessionLoading } from '../../features/session-loading.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { safeSessionStorage } from '../../lib/storage.ts';
import { startActing } from '../../session/acting.ts';
import { useSessionPhase } from '../../session/session-store.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { Form } from '../../ui/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { isValidPassword, NewPasswordField } from '../../ui/new-password-field.tsx';
import { Note } from '../../ui/note.tsx';
import { useDeputyTexts } from './texts/texts.ts';

/** The token of the link while the user signs in. */
const storageKey = 'callout.grant-token';

function readToken(): string {
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found) safeSessionStorage.setItem(storageKey, found);
  return found ?? safeSessionStorage.getItem(storageKey) ?? '';
}

/**
 * Accepts an invitation to act for a client: as the user who is signed in, or with a new account. The token is in the fragment, which
 * is sent to no server, and is removed from the address bar at once.
 */
export function AcceptGrantPage() {
  const texts = useDeputyTexts();
  const phase = useSessionPhase();
  const [token] = useState(readToken);
  const [accepted, setAccepted] = useState<Grant>();
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  function finish(grant: Grant): void {
    safeSessionStorage.removeItem(storageKey);
    setAccepted(grant);
  }
  if (phase.name === 'loading') return <SessionLoading />;
  const user = phase.name === 'signed-in' ? phase.session.user : undefined;
  return (
    <AuthLayout title={texts.acceptTitle} lead={texts.acceptText}>
      {accepted && user && <Accepted grant={accepted} userId={user.id} />}
      {!accepted && !token && <Note tone="danger">{texts.missing}</Note>}
      {!accepted && token && user && <AcceptAs token={token} user={user} onAccepted={finish} />}
      {!accepted && token && !user && <NewAccount token={token} onAccepted={finish} />}
    </AuthLayout>
  );
}

function Accepted({ grant: { principal_id, principal_name, scope }, userId }: { grant: Grant; userId: string }) {
  const texts = useDeputyTexts();
  const principal = { id: principal_id, name: principal_name, role: 'client', scope } as const;
  return (
    <>
      <Note tone="accent" role="status">
        {texts.accepted(principal_name)}
      </Note>
      <Button size="md" onClick={() => startActing(userId, principal)}>
        {texts.act(principal_name)}
      </Button>
    </>
  );
}

interface Props {
  token: string;
  onAccepted: (grant: Grant) => void;
}

function AcceptAs({ token, user, onAccepted }: Props & { user: Profile }) {
  const texts = useDeputyTexts();
  const accept = useMutation({
    mutationFn: async () => {
      // The operation also works without a session, so the client library adds no token.
      const accessToken = await tokensOf().getToken();
      return call('POST /ext/grants/accept', { body: { token }, headers: { authorization: `Bearer ${accessToken}` } });
    },
    onSuccess: onAccepted,
  });
  return (
    <Form submit={texts.accept} isWide onSubmit={() => accept.mutate()} mutation={accept}>
      <Text>{texts.acceptAs(user.name)}</Text>
    </Form>
  );
}

function NewAccount({ token, onAccepted }: Props) {
  const messages = useMessages();
  const texts = useDeputyTexts();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: async () => {
      const grant = await call('POST /ext/grants/accept', { body: { token, name: name.trim(), password } });
      await signIn(grant.email, password);
      return grant;
    },
    onSuccess: onAccepted,
  });
  return (
    <>
      <Form
        submit={texts.create}
        isWide
        onSubmit={() => accept.mutate()}
        mutation={accept}
        isReady={name.trim() !== '' && isValidPassword(password)}
      >
        <Text>{texts.newAccount}</Text>
        <TextInput
          label={texts.name}
          required
          maxLength={200}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NewPasswordField
          rule={messages.reset.rule}
          label={texts.password}
          value={password}
          onChange={setPassword}
          personal={[name]}
        />
      </Form>
      <LinkButton to="/login" search={{ to: '/accept-grant' }} variant="default">
        {texts.haveAccount}
      </LinkButton>
    </>
  );
}
