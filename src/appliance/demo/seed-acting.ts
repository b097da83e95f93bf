import { acceptWithAccount, createGrant } from '../../product/identity/grants/actions.ts';
import { createTeam } from '../../product/identity/teams/actions.ts';
import { projectByKey, type SeededData } from './seed-accounts.ts';
import { text } from './text.ts';

const teamName = text('Building services North', 'Haustechnik Nord');

/** A deputy of one client, an invitation of another deputy, and a team of workers. */
export async function seedActing({ deps, timeline, language, admin, workers, projects }: SeededData): Promise<void> {
  const { owner } = projectByKey({ projects }, 'quarter');
  const deputy = projects.map((project) => project.owner).find(({ id }) => id !== owner.id);
  const [lead, ...others] = workers;
  const [member] = others;
  if (!deputy || !lead || !member) throw new Error('the demo has too few accounts');
  const [invitedAt, acceptedAt] = [timeline.ago({ days: 6 }), timeline.ago({ days: 5 })];
  await deps.db.transaction(async (tx) => {
    const { email } = await tx.selectFrom('users').select('email').where('id', '=', deputy.id).executeTakeFirstOrThrow();
    const { token } = await createGrant(tx, owner, { email, scope: 'write', notify: false }, invitedAt);
    await acceptWithAccount(tx, deputy, token, acceptedAt);
    await createGrant(tx, owner, { email: 'deputy@demo.callout.example', scope: 'read' }, timeline.ago({ days: 1 }));
    const team = { name: teamName[language], lead_id: lead.id, member_ids: [member.id] };
    await createTeam(tx, admin, team, acceptedAt);
  });
}
