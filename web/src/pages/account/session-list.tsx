import { Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { useApiListQuery, useApiMutation } from '../../api/queries.ts';
import type { Session } from '../../contract/schemas.ts';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { ListRow, ListRows, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { SectionHead } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { parseUserAgent } from './device-name.ts';
import { useSecurityTexts } from './security-texts/texts.ts';
import { SignOutEverywhereButton } from './sign-out-everywhere-button.tsx';

/** The open sessions of the user, with a button that ends each of the others. */
export function SessionList() {
  const texts = useSecurityTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const sessions = useApiListQuery('GET /ext/sessions', { query: { limit, offset } });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="sessions">
      <SectionHead>
        <div>
          <Title order={2} id="sessions" ref={heading} tabIndex={-1}>
            {texts.sessions}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.sessionsText}
          </Text>
        </div>
        <SignOutEverywhereButton />
      </SectionHead>
      <QueryState query={sessions} height={72} />
      <ListRows>
        {sessions.data?.items.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={() => heading.current?.focus()} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={sessions.data} />
    </section>
  );
}

/** @param onEnded moves the focus, since the row disappears with its button */
function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { id, ip, user_agent, current, created_at, last_used_at } = session;
  const messages = useMessages();
  const texts = useSecurityTexts();
  const device = deviceName(user_agent, messages);
  const end = useApiMutation('DELETE /ext/sessions/{id}', {
    invalidates: ['GET /ext/sessions', 'GET /ext/me'],
    onSuccess: () => {
      showToast({ text: texts.sessionEnded(device) });
      onEnded();
    },
  });
  return (
    <ListRow
      name={<span title={user_agent}>{device}</span>}
      mark={current && <Tag>{texts.thisDevice}</Tag>}
      details={
        <>
          {ip}, {texts.lastUsed} <RelativeTime at={last_used_at} />, {texts.signedIn} <RelativeTime at={created_at} />
        </>
      }
    >
      {!current && (
        <RowActions>
          <RowButton
            text={texts.endSession}
            of={device}
            c="dimmed"
            disabled={end.isPending}
            onClick={() => end.mutate({ params: { id } })}
          />
        </RowActions>
      )}
    </ListRow>
  );
}

function deviceName(userAgent: string, { security }: Messages): string {
  const { browser, system } = parseUserAgent(userAgent);
  if (browser && system) return security.onSystem(browser, system);
  return browser || system || security.unknownDevice;
}
