import { type Static, Type } from 'typebox';
import { defaultLimit, pageParameters } from '../../../platform/http/pagination.ts';
import { Id, OneOf, PageOf, Timestamp, Timezone, Uuid } from '../../../platform/http/schemas.ts';
import { languages } from '../../../platform/lib/languages.ts';
import { authorRoles } from '../../tickets/comments/schemas.ts';
import { ticketActions, ticketStatuses } from '../../tickets/lifecycle.ts';
import { OneOfSeveral } from '../../tickets/ticket-details/schemas.ts';

/** The actions of the journal, and a comment. */
export const activityActions = [...ticketActions, 'commented'] as const;
export type ActivityAction = (typeof activityActions)[number];

const Named = (title: string) => Type.Object({ id: Id, name: Type.String() }, { title });

export const ActivityEntry = Type.Object(
  {
    id: Type.String({ description: 'No other entry has it.', examples: ['event-42', 'comment-7'] }),
    at: Timestamp,
    action: { ...OneOf(activityActions), description: 'As in the journal of the ticket; `commented`: a comment.' },
    from_status: Type.Optional({
      ...OneOf(ticketStatuses),
      description: 'Of the ticket before; left out for `created` and `commented`.',
    }),
    actor: Type.Object(
      {
        id: Type.String({ description: 'Empty when the account was deleted, and for somebody without an account.' }),
        name: Type.String({ description: 'At that time; empty for somebody without an account.' }),
        role: Type.Optional({
          ...OneOf(authorRoles),
          description:
            '`reporter`: somebody without an account who has reported the ticket. An entry of a journal has the present role, and none when the account was deleted; a comment keeps that of its time.',
        }),
      },
      { title: 'ActivityActor' },
    ),
    ticket: Type.Object(
      { id: Id, description: Type.String(), status: { ...OneOf(ticketStatuses), description: 'Now.' } },
      { title: 'ActivityTicket' },
    ),
    object: Named('ActivityObject'),
    project: Named('ActivityProject'),
    comment: Type.String({ description: 'The text of a comment, a reason, or the name of a photo; empty otherwise.' }),
    internal: Type.Boolean({ description: 'A comment that only admins and the assigned worker read.' }),
  },
  { title: 'ActivityEntry' },
);
export type ActivityEntry = Static<typeof ActivityEntry>;

export const ActivityPage = Type.Object(
  {
    ...PageOf(ActivityEntry).properties,
    total: Type.Integer({
      description:
        'How many there are up to the end of this page, and one more when there are more; with `after` the `offset` of the same link belongs to it.',
    }),
    total_is_lower_bound: Type.Optional(
      Type.Boolean({ description: 'true: there are more behind this page. Left out otherwise.' }),
    ),
  },
  { title: 'ActivityPage' },
);

const filters = {
  actor_id: Type.Optional({ ...Uuid, description: 'What this account did.' }),
  project_id: Type.Optional({ ...Id, description: 'On tickets that are in this project now.' }),
  object_id: Type.Optional({ ...Id, description: 'On tickets of this object.' }),
  action: Type.Optional(OneOfSeveral(activityActions)),
  from: Type.Optional({ ...Timestamp, description: 'At this instant or later.' }),
  to: Type.Optional({ ...Timestamp, description: 'Before this instant.' }),
};

const { limit, offset } = pageParameters(['at'], 'at');

export const ActivityQuery = Type.Object({
  ...filters,
  limit: { ...limit, default: defaultLimit },
  offset,
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z,(event|comment)-[1-9][0-9]{0,17}$',
      description:
        'The last entry of the page before, as the header `Link` has it: the page begins behind it, whatever was added meanwhile.',
      examples: ['2026-03-01T08:10:00.000Z,event-42'],
      'x-page': true,
    }),
  ),
});
export type ActivityQuery = Static<typeof ActivityQuery>;
export type ActivityFilters = Omit<ActivityQuery, 'limit' | 'offset' | 'after'>;

export const ActivityFileQuery = Type.Object({
  ...filters,
  timezone: Timezone,
  language: Type.Optional({
    ...OneOf(languages),
    description:
      'For people: headings, actions and statuses in this language, and its separator. Without it they are those of the API.',
  }),
});
