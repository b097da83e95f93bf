import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Health, MailHealth, MessengerHealth, RetentionHealth, RulesHealth } from '../../api/operations.ts';
import { reading } from '../../api/queries.ts';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Problem } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { useWords } from '../../words/index.ts';
import { RoleGate } from '../role-gate.tsx';

const lookEvery = 10_000;
const parts = ['messenger', 'mail', 'storage', 'retention', 'rules'] as const;

export function HealthPage() {
  return (
    <RoleGate roles={['admin']}>
      <Look />
    </RoleGate>
  );
}

/** Each part in green, grey or red, with words; it looks again by itself. */
function Look() {
  const words = useWords();
  const health = useQuery({ ...reading('GET /ext/health'), refetchInterval: lookEvery, staleTime: 0 });
  const data = health.isError ? undefined : health.data; // what was true before the link broke tells nothing of now
  const troubles = data ? parts.filter((name) => data[name].state === 'trouble').length : 0;
  const lead = data && (
    <>
      <span role="status">{troubles > 0 ? words.health.troubles(troubles) : words.health.allWell}</span>{' '}
      <span className="muted">
        {words.health.checked} <Ago at={data.checked_at} />
      </span>
    </>
  );
  return (
    <Page title={words.health.title} lead={lead} wide>
      {health.isPending && <Rows />}
      {health.isError && <Problem error={health.error} retry={() => void health.refetch()} />}
      {data && (
        <div className="panels">
          <Part health={data} name="messenger">
            <MessengerFacts {...data.messenger} />
          </Part>
          <Part health={data} name="mail">
            <UnsentFacts {...data.mail} />
          </Part>
          <Part health={data} name="storage">
            <Fact name={words.health.kind}>{words.health.kinds[data.storage.kind]}</Fact>
            {data.storage.undeletable > 0 && <Fact name={words.health.undeletable}>{data.storage.undeletable}</Fact>}
          </Part>
          <Part health={data} name="retention">
            {data.retention.days > 0 && <Fact name={words.health.kept}>{words.health.days(data.retention.days)}</Fact>}
            <Rounds {...data.retention} />
          </Part>
          <Part health={data} name="rules">
            <Rounds {...data.rules} />
            <DueFacts {...data.rules} />
          </Part>
        </div>
      )}
    </Page>
  );
}

const colours = { ok: 's-done', off: 's-closed', trouble: 's-rejected' } as const;

function Part({ health, name, children }: { health: Health; name: (typeof parts)[number]; children: ReactNode }) {
  const words = useWords();
  const { state, reason, sentence } = health[name];
  const texts: Record<string, string> = words.health[name];
  return (
    <section className="panel" aria-labelledby={name}>
      <h2 id={name}>{words.health[name].title}</h2>
      <p className={`status ${colours[state]}`}>{words.health.states[state]}</p>
      <p>{texts[reason] ?? sentence}</p>
      <dl className="pairs">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function MessengerFacts(messenger: MessengerHealth) {
  const words = useWords();
  const { bot_username, bots, bots_heard } = messenger;
  return (
    <>
      {bot_username && <Fact name={words.health.bot}>@{bot_username}</Fact>}
      {bots > 0 && <Fact name={words.health.heard}>{words.health.of(bots_heard, bots)}</Fact>}
      <UnsentFacts {...messenger} />
    </>
  );
}

function UnsentFacts({ waiting, failing, failure, last_sent_at }: Omit<MailHealth, 'reason'>) {
  const words = useWords();
  return (
    <>
      <Fact name={words.health.waiting}>{waiting}</Fact>
      {failing > 0 && (
        <Fact name={words.health.failing}>
          {failing}
          {failure && <span className="muted small"> ({failure})</span>}
        </Fact>
      )}
      <Fact name={words.health.lastSent}>{last_sent_at ? <Ago at={last_sent_at} /> : words.health.never}</Fact>
    </>
  );
}

function Rounds({ last_run_at, next_run_at }: Pick<RetentionHealth, 'last_run_at' | 'next_run_at'>) {
  const words = useWords();
  return (
    <>
      <Fact name={words.health.lastRun}>{last_run_at ? <Ago at={last_run_at} /> : words.health.never}</Fact>
      {next_run_at && (
        <Fact name={words.health.nextRun}>
          <Ago at={next_run_at} />
        </Fact>
      )}
    </>
  );
}

function DueFacts({ due, blocked }: Pick<RulesHealth, 'due' | 'blocked'>) {
  const words = useWords();
  return (
    <>
      <Fact name={words.health.due}>{due}</Fact>
      {blocked > 0 && (
        <Fact name={words.health.blocked}>
          {blocked} <span className="muted small">{words.health.blockedText}</span>
        </Fact>
      )}
    </>
  );
}
