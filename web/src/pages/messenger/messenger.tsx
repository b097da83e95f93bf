import { Button } from '@mantine/core';
import type { MessengerStatus } from '../../api/operations.ts';
import { useRead, useSend } from '../../api/queries.ts';
import { notify } from '../../parts/notices.ts';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Problem, Refused } from '../../parts/states.tsx';
import { useWords } from '../../words/index.ts';
import { BindPanel } from './bind-panel.tsx';
import { BotPanel } from './bot-panel.tsx';
import { TargetPanel } from './target-panel.tsx';

export function MessengerPage() {
  const words = useWords();
  const status = useRead('GET /auth/messenger');
  return (
    <Page title={words.messenger.title} lead={words.messenger.lead}>
      {status.isPending && <Rows />}
      {status.isError && !status.data && <Problem error={status.error} retry={() => void status.refetch()} />}
      {status.data && (
        <div className="panels">
          <Now status={status.data} />
          {status.data.enabled && <BindPanel bot={status.data.bot_username} />}
          {status.data.enabled && <TargetPanel key={status.data.target} target={status.data.target} />}
          <BotPanel status={status.data} />
        </div>
      )}
    </Page>
  );
}

/** On or off, in words. */
function Now({ status }: { status: MessengerStatus }) {
  const words = useWords();
  const isOn = status.enabled && status.bound;
  return (
    <section className="panel">
      <h2 className={`status ${isOn ? 's-done' : 's-closed'}`}>{isOn ? words.messenger.on : words.messenger.off}</h2>
      <p>{isOn ? words.messenger.toTarget(status.target) : words.messenger.notBound}</p>
      {status.enabled && status.target && <TestButton />}
      {!status.enabled && <p className="muted">{words.messenger.noBot}</p>}
    </section>
  );
}

function TestButton() {
  const words = useWords();
  const test = useSend('POST /ext/messenger/test', {
    changes: ['GET /auth/messenger'],
    quiet: true,
    onDone: () => notify({ text: words.testing.sent }),
  });
  return (
    <>
      <Refused error={test.error} />
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate({})}>
        {words.testing.send}
      </Button>
    </>
  );
}
