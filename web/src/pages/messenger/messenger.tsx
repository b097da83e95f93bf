import { Button, Text } from '@mantine/core';
import { useApiQuery, useFormMutation } from '../../api/queries.ts';
import type { MessengerStatus } from '../../contract/schemas.ts';
import { StateText } from '../../features/state-text.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TurnOnOffer } from '../notifications/turn-on-offer.tsx';
import { ConnectChatPanel } from './connect-chat-panel.tsx';
import { NotificationChatPanel } from './notification-chat-panel.tsx';
import { OwnBotPanel } from './own-bot-panel.tsx';
import { useMessengerTexts } from './texts/texts.ts';

/** The chat of the user: binding it, and bots of one's own. */
export function MessengerPage() {
  const messages = useMessages();
  const texts = useMessengerTexts();
  const { role } = useCurrentUser();
  const status = useApiQuery('GET /auth/messenger');
  const canConnect = status.data?.enabled || status.data?.token_configurable;
  const lead = canConnect ? texts.forRole[role] : undefined;
  return (
    <PageLayout
      title={messages.nav.messenger}
      lead={lead}
      actions={
        <LinkButton to="/notifications/settings" variant="default">
          {messages.nav.notificationSettings}
        </LinkButton>
      }
    >
      <QueryState query={status} />
      {status.data && (
        <>
          {status.data.bound && <TurnOnOffer occasion="chat" />}
          <div className="panels">
            <Panels status={status.data} />
          </div>
        </>
      )}
    </PageLayout>
  );
}

function Panels({ status }: { status: MessengerStatus }) {
  const { enabled, bot_username, target, has_bot_token, token_configurable } = status;
  return (
    <>
      <StatusPanel status={status} />
      {enabled && <ConnectChatPanel bot={bot_username} />}
      {enabled && <NotificationChatPanel key={target} target={target} />}
      {(has_bot_token || token_configurable) && <OwnBotPanel status={status} />}
    </>
  );
}

/** Whether messages are sent, and where to. */
function StatusPanel({ status }: { status: MessengerStatus }) {
  const texts = useMessengerTexts();
  const { role } = useCurrentUser();
  const isOn = status.enabled && status.bound;
  return (
    <Panel>
      <StateText component="h2" color={isOn ? 'done' : 'closed'}>
        {isOn ? texts.on : texts.off}
      </StateText>
      {isOn && <p>{texts.toTarget(status.target)}</p>}
      {status.enabled && status.target && <TestButton />}
      {!status.enabled && <Text c="dimmed">{status.token_configurable ? texts.noBotButOwn(role) : texts.noBot(role)}</Text>}
    </Panel>
  );
}

function TestButton() {
  const texts = useMessengerTexts();
  const test = useFormMutation('POST /ext/messenger/test', {
    invalidates: ['GET /auth/messenger'],
    onSuccess: () => showToast({ text: texts.testSent }),
  });
  return (
    <>
      <FormError error={test.error} />
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate({})}>
        {texts.sendTest}
      </Button>
    </>
  );
}
