import { List, Stack, Text, Title } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TicketListItem } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { ticketTitle } from '../../features/ticket-title.ts';
import { formatDay, timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { openJobsQuery } from '../../offline-data/open-jobs.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { JobCard } from './job-card.tsx';
import { type OrderOfDay, orderOfDay } from './order-of-day.ts';
import { useTodayTexts } from './texts/texts.ts';

/** The day of a worker: the appointments by time, then what has none. */
export const TodayPage = forRoles(['worker'], Today);

function Today() {
  const messages = useMessages();
  const texts = useTodayTexts();
  const jobs = useQuery(openJobsQuery());
  const now = new Date();
  return (
    <PageLayout title={messages.nav.today} lead={`${formatDay(now)} · ${messages.app.timeZone(timeZone())}`}>
      <QueryState query={jobs} height={112} />
      {jobs.data?.total === 0 && (
        <EmptyState
          icon={IconCalendarEvent}
          title={messages.worker.noTickets}
          action={<LinkButton to="/free">{messages.worker.toAvailable}</LinkButton>}
        >
          {messages.worker.noTicketsText}
        </EmptyState>
      )}
      {jobs.data && jobs.data.total > 0 && <Day order={orderOfDay(jobs.data.items, now)} />}
      {jobs.data && jobs.data.total > jobs.data.items.length && (
        <Text mt="md">
          <Link to="/">{texts.more(jobs.data.total - jobs.data.items.length)}</Link>
        </Text>
      )}
    </PageLayout>
  );
}

function Day({ order: { earlier, today, untimed, later } }: { order: OrderOfDay }) {
  const texts = useTodayTexts();
  return (
    <Stack gap="xl">
      {earlier.length > 0 && (
        <Section id="earlier" title={texts.earlier}>
          <JobCards tickets={earlier} showsDay />
        </Section>
      )}
      <Section id="appointments" title={texts.appointments}>
        {today.length > 0 ? <JobCards tickets={today} /> : <Text c="dimmed">{texts.noAppointments}</Text>}
      </Section>
      {untimed.length > 0 && (
        <Section id="untimed" title={texts.untimed}>
          <JobCards tickets={untimed} />
        </Section>
      )}
      {later.length > 0 && (
        <Section id="later" title={texts.later}>
          <List listStyleType="none" spacing={4}>
            {later.map((ticket) => (
              <List.Item key={ticket.id}>
                {formatDay(ticket.appointment?.from ?? '')}:{' '}
                <Link to="/tickets/$id" params={{ id: String(ticket.id) }}>
                  {ticketTitle(ticket)}
                </Link>
                , {ticket.object_name}
              </List.Item>
            ))}
          </List>
        </Section>
      )}
    </Stack>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function JobCards({ tickets, showsDay = false }: { tickets: readonly TicketListItem[]; showsDay?: boolean }) {
  return (
    <ol className="cards">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <JobCard ticket={ticket} showsDay={showsDay} />
        </li>
      ))}
    </ol>
  );
}
