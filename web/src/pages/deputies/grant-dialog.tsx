import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Grant } from '../../contract/schemas.ts';
import { PassOnCard } from '../../features/pass-on/pass-on-card.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { useBrand } from '../../lib/brand.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { useDeputyTexts } from './texts/texts.ts';

interface Props {
  /** the one to change; otherwise somebody is invited */
  grant?: Grant;
  /** whether the user holds the grant: it changes its notifications only */
  isDeputy?: boolean;
  /** the client, for admins */
  principalId?: string | undefined;
  onClose: () => void;
}

/** Invites a deputy, or changes what one may do. */
export function GrantDialog({ grant, isDeputy = false, principalId, onClose }: Props) {
  const messages = useMessages();
  const texts = useDeputyTexts();
  const [email, setEmail] = useState('');
  const [scope, setScope] = useState<Grant['scope']>(grant?.scope ?? 'write');
  const [notify, setNotify] = useState(grant?.notify ?? true);
  const invite = useFormMutation('POST /ext/grants', { invalidates: ['GET /ext/grants'] });
  const change = useFormMutation('PATCH /ext/grants/{id}', {
    invalidates: ['GET /ext/grants'],
    onSuccess: onClose,
  });
  if (invite.data) return <LinkDialog link={invite.data.link} onClose={onClose} />;
  function submit(): void {
    if (grant) change.mutate({ params: { id: grant.id }, body: isDeputy ? { notify } : { scope, notify } });
    else invite.mutate({ body: { email: email.trim(), scope, notify, ...(principalId && { principal_id: principalId }) } });
  }
  return (
    <Dialog title={grant ? texts.changeTitle : texts.invite} onClose={onClose}>
      <Form
        submit={grant ? messages.app.save : texts.invite}
        onSubmit={submit}
        onCancel={onClose}
        mutation={[invite, change]}
        isReady={grant !== undefined || email.trim() !== ''}
      >
        {!grant && (
          <TextInput
            label={texts.email}
            type="email"
            required
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        {!isDeputy && (
          <NativeSelect
            label={texts.scope}
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value === 'read' ? 'read' : 'write')}
            data={(['write', 'read'] as const).map((value) => ({ value, label: texts.scopes[value] }))}
          />
        )}
        <Switch
          label={texts.notify}
          description={texts.notifyText}
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
      </Form>
    </Dialog>
  );
}

/** Shows the link of an invitation, once. */
function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const texts = useDeputyTexts();
  const { name: service } = useBrand();
  return (
    <Dialog title={texts.linkTitle} onClose={onClose} closesOnBackdrop={false}>
      <Stack gap="md" mt="xs">
        <Text c="dimmed">{texts.linkText}</Text>
        <PassOnCard link={link} qrLabel={texts.qr} message={texts.message(service, link)} />
        <Group gap="xs">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
