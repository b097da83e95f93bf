import { Button, NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { notify } from '../parts/notices.ts';
import { Page } from '../parts/page.tsx';
import { useSendsMail } from '../parts/sends-mail.ts';
import { countOf, useQueued } from '../queue/list.ts';
import { signOutEverywhere, signOutHere } from '../session/sign.ts';
import { useMe } from '../session/store.ts';
import { day, zone } from '../words/dates.ts';
import { chooseLanguage, type Language, languages, useLanguage, useWords } from '../words/index.ts';

export function ProfilePage() {
  const words = useWords();
  const me = useMe();
  return (
    <Page title={words.profile.title}>
      <div className="panels">
        <section className="panel" aria-labelledby="me">
          <h2 id="me">{me.name}</h2>
          <p>
            {words.labels.role[me.role]}
            <br />
            {me.email}
            {me.phone && <br />}
            {me.phone}
          </p>
          <p className="muted small">
            {words.profile.member} {day(me.created_at)}
          </p>
        </section>
        <Look />
        <section className="panel" aria-labelledby="messages">
          <h2 id="messages">{words.nav.messenger}</h2>
          <p className="muted">{words.profile.messengerText}</p>
          <LinkButton to="/messenger" variant="default">
            {words.profile.messenger}
          </LinkButton>
        </section>
        {me.role === 'admin' && (
          <section className="panel" aria-labelledby="health">
            <h2 id="health">{words.nav.health}</h2>
            <p className="muted">{words.health.lookText}</p>
            <LinkButton to="/health" variant="default">
              {words.health.look}
            </LinkButton>
          </section>
        )}
        <PasswordPanel email={me.email} />
        <Leaving />
      </div>
    </Page>
  );
}

function Look() {
  const words = useWords();
  const spoken = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <section className="panel" aria-labelledby="look">
      <h2 id="look">{words.profile.look}</h2>
      <NativeSelect
        label={words.profile.languageLabel}
        value={spoken}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Language).catch((error) => notify({ error }))}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect
        label={words.profile.theme}
        value={colorScheme}
        onChange={(event) => setColorScheme(event.currentTarget.value as 'light' | 'dark' | 'auto')}
        data={[
          { value: 'auto', label: words.profile.system },
          { value: 'light', label: words.profile.light },
          { value: 'dark', label: words.profile.dark },
        ]}
      />
      <p className="muted small">{words.app.zone(zone())}</p>
    </section>
  );
}

function PasswordPanel({ email }: { email: string }) {
  const words = useWords();
  const sendsMail = useSendsMail();
  const ask = useMutation({
    mutationFn: () => call('POST /auth/forgot-password', { body: { email } }),
    onSuccess: () => notify({ text: words.forgot.sent }),
    onError: (error) => notify({ error }),
  });
  return (
    <section className="panel" aria-labelledby="password">
      <h2 id="password">{words.profile.password}</h2>
      <p className="muted">{sendsMail ? words.profile.passwordText : words.forgot.noMail}</p>
      {sendsMail && (
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          {words.profile.passwordSend}
        </Button>
      )}
    </section>
  );
}

/** What waits to be sent is sent under the account that it belongs to only. */
function UnsentWarning() {
  const words = useWords();
  const unsent = useQueued().filter(({ state }) => state !== 'sent');
  return <p role="status">{unsent.length > 0 && words.profile.unsent(words.unsent.what(countOf(unsent)))}</p>;
}

function Leaving() {
  const words = useWords();
  const onError = (error: Error): void => void notify({ error });
  const here = useMutation({ mutationFn: signOutHere, onError });
  const everywhere = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: (count) => notify({ text: words.profile.revoked(count) }),
    onError,
  });
  return (
    <section className="panel" aria-labelledby="leaving">
      <h2 id="leaving">{words.profile.signOut}</h2>
      <UnsentWarning />
      <p className="muted">{words.profile.hereText}</p>
      <Button variant="default" loading={here.isPending} onClick={() => here.mutate()}>
        {words.profile.here}
      </Button>
      <p className="muted">{words.profile.everywhereText}</p>
      <Button variant="default" className="danger" loading={everywhere.isPending} onClick={() => everywhere.mutate()}>
        {words.profile.everywhere}
      </Button>
    </section>
  );
}
