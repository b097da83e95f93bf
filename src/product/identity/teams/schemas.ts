import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, limits, Name, PageOf, Timestamp, Uuid } from '../../../platform/http/schemas.ts';

const maxMembers = 100;

export const Team = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    lead_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'null: the account was deleted, and an admin has to name another one.',
    }),
    lead_name: Type.String(),
    member_ids: Type.Array(Uuid, { description: 'Without the lead, in the order of `members`.' }),
    members: Type.Array(Type.Object({ id: Uuid, name: Type.String() }, { title: 'TeamMember' }), {
      description: 'By name.',
    }),
    created_at: Timestamp,
  },
  { title: 'Team' },
);
export type Team = Static<typeof Team>;

export const TeamPage = PageOf(Team);
export const TeamQuery = Type.Object(pageParameters(['name', 'created_at', 'id'], 'name'));
export type TeamQuery = Static<typeof TeamQuery>;

const fields = {
  name: Name(1, limits.name, ['North']),
  lead_id: { ...Uuid, description: 'A worker, who acts for the members.' },
  member_ids: Type.Array(Uuid, { maxItems: maxMembers, description: 'Workers; the lead is left out.' }),
};

export const CreateTeam = Type.Object(fields, { title: 'CreateTeam' });
export type CreateTeam = Static<typeof CreateTeam>;

export const ChangeTeam = Changes('ChangeTeam', fields);
export type ChangeTeam = Static<typeof ChangeTeam>;
