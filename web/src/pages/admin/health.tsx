import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiQuery } from '../../api/queries.ts';
import type { Health, IntakeHealth, MailHealth, MessengerHealth, RetentionHealth, RulesHealth } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { StateText } from '../../features/state-text.tsx';
import { localeTag } from '../../i18n/locale.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime, ShortTime } from '../../ui/time.tsx';
import { useHealthTexts } from './health-texts/texts.ts';

const refetchIntervalMs = 10_000;
const parts = ['messenger', 'mail', 'intake', 'storage', 'retention', 'rules', 'deadlines'] as const;

/** The health of the service, for admins. */
export const HealthPage = forRoles(['admin'], HealthContent);

/** The state of each part of the service, read again every ten seconds. */
function HealthContent() {
  const texts = useHealthTexts();
  const health = useQuery({ ...apiQuery('GET /ext/health'), refetchInterval: refetchIntervalMs, staleTime: 0 });
  const data = health.isError ? undefined : health.data; // an older state says nothing about now
  const troubles = data ? parts.filter((name) => data[name].state === 'trouble').length : 0;
  const off = data ? parts.filter((name) => data[name].state === 'off').map((name) => texts[name].title) : [];
  const noTroubles = off.length > 0 ? texts.okExceptOff(off.join(', ')) : texts.allOk;
  const lead = data && (
    <>
      <span role="status">{troubles > 0 ? texts.troubles(troubles) : noTroubles}</span>{' '}
      <Text span inherit c="dimmed">
        {texts.checked} <RelativeTime at={data.checked_at} /> · {texts.version(data.version)}
      </Text>
    </>
  );
  return (
    <PageLayout title={texts.title} lead={lead} wide>
      {health.isPending && <ListSkeleton />}
      {health.isError && <ErrorState error={health.error} retry={() => void health.refetch()} />}
      {data && (
        <div className="panels">
          <Part health={data} name="messenger">
            <MessengerFacts {...data.messenger} />
          </Part>
          <Part health={data} name="mail">
            <UnsentFacts {...data.mail} />
          </Part>
          <Part health={data} name="intake">
            {data.intake.state !== 'off' && <JobFacts {...data.intake} />}
            <IntakeFacts {...data.intake} />
          </Part>
          <Part health={data} name="storage">
            <Fact name={texts.kind}>{texts.kinds[data.storage.kind]}</Fact>
            {data.storage.free_bytes !== null && (
              <Fact name={texts.freeSpace}>{texts.gigabytes(inGigabytes(data.storage.free_bytes))}</Fact>
            )}
            {data.storage.undeletable > 0 && <Fact name={texts.undeletable}>{data.storage.undeletable}</Fact>}
          </Part>
          <Part health={data} name="retention">
            {data.retention.days > 0 && <Fact name={texts.keptFor}>{texts.days(data.retention.days)}</Fact>}
            {data.retention.days > 0 && data.retention.archive && <Fact name={texts.beforeDeletion}>{texts.archived}</Fact>}
            {data.retention.state !== 'off' && <JobFacts {...data.retention} />}
          </Part>
          <Part health={data} name="rules">
            <JobFacts {...data.rules} />
            <DueFacts {...data.rules} />
          </Part>
          <Part health={data} name="deadlines">
            <JobFacts {...data.deadlines} />
            <Fact name={texts.unsent}>{data.deadlines.waiting}</Fact>
          </Part>
        </div>
      )}
    </PageLayout>
  );
}

const inGigabytes = (bytes: number): string =>
  new Intl.NumberFormat(localeTag(), { maximumFractionDigits: 1 }).format(bytes / 1_000_000_000);

const stateColors = { ok: 'done', off: 'closed', trouble: 'rejected' } as const;

function Part({ health, name, children }: { health: Health; name: (typeof parts)[number]; children: ReactNode }) {
  const texts = useHealthTexts();
  const { state, reason } = health[name];
  const reasons: Record<string, string> = texts[name];
  return (
    <Panel aria-labelledby={name}>
      <Title order={2} id={name}>
        {texts[name].title}
      </Title>
      <StateText color={stateColors[state]}>{texts.states[state]}</StateText>
      <p>{reasons[reason] ?? reason}</p>
      <Facts>{children}</Facts>
    </Panel>
  );
}

function MessengerFacts(messenger: MessengerHealth) {
  const texts = useHealthTexts();
  const { bot_username, bots, bots_polled } = messenger;
  return (
    <>
      {bot_username && <Fact name={texts.bot}>@{bot_username}</Fact>}
      {bots > 0 && <Fact name={texts.heard}>{texts.partOf(bots_polled, bots)}</Fact>}
      <UnsentFacts {...messenger} />
    </>
  );
}

function UnsentFacts({ waiting, failing, failure, last_sent_at }: Omit<MailHealth, 'reason'>) {
  const texts = useHealthTexts();
  return (
    <>
      <Fact name={texts.waiting}>{waiting}</Fact>
      {failing > 0 && (
        <Fact name={texts.failing}>
          {failing}
          {failure && (
            <Text span size="sm" c="dimmed">
              {' '}
              ({failure})
            </Text>
          )}
        </Fact>
      )}
      <Fact name={texts.lastSent}>{last_sent_at ? <RelativeTime at={last_sent_at} /> : texts.never}</Fact>
    </>
  );
}

function JobFacts({ last_run_at, next_run_at }: Pick<RetentionHealth, 'last_run_at' | 'next_run_at'>) {
  const texts = useHealthTexts();
  return (
    <>
      <Fact name={texts.lastRun}>{last_run_at ? <ShortTime at={last_run_at} /> : texts.never}</Fact>
      {next_run_at && (
        <Fact name={texts.nextRun}>
          <ShortTime at={next_run_at} />
        </Fact>
      )}
    </>
  );
}

function DueFacts({ due, blocked }: Pick<RulesHealth, 'due' | 'blocked'>) {
  const texts = useHealthTexts();
  return (
    <>
      <Fact name={texts.due}>{due}</Fact>
      {blocked > 0 && (
        <Fact name={texts.blocked}>
          {blocked}{' '}
          <Text span size="sm" c="dimmed">
            {texts.blockedText}
          </Text>
        </Fact>
      )}
    </>
  );
}

function IntakeFacts({ state, taken, left }: IntakeHealth) {
  const texts = useHealthTexts();
  if (state === 'off') return null;
  return (
    <>
      <Fact name={texts.taken}>{texts.takenIn(taken)}</Fact>
      <Fact name={texts.left}>
        <Link to="/incoming-mail" className="tap-target">
          {texts.showLeft(left)}
        </Link>
      </Fact>
    </>
  );
}
