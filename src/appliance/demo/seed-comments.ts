import { plus } from '../../platform/lib/clock.ts';
import { addComment } from '../../product/tickets/comments/actions.ts';
import type { Actor } from '../../product/visibility.ts';
import type { SeededData } from './seed-accounts.ts';
import { type Text, text } from './text.ts';
import type { Step } from './ticket-steps.ts';

interface CommentedTicket {
  /** 0 until the ticket is created */
  id: number;
  project: { owner: Actor };
  worker: Actor;
  index: number;
}

type Comment = [author: 'worker' | 'client', text: Text, visibility?: 'internal'];

/** So many tickets of a project share one conversation or have none. */
const ticketsPerConversation = 3;

const conversations: Comment[][] = [
  [
    ['worker', text('Which door do I take, and who has the key?', 'Welche Tür nehme ich, und wer hat den Schlüssel?')],
    [
      'client',
      text('The one in the yard. The caretaker is there until four.', 'Die im Hof. Der Hausmeister ist bis vier Uhr da.'),
    ],
    ['worker', text('Thanks, I will be there after lunch.', 'Danke, ich komme nach dem Mittag.')],
  ],
  [
    ['client', text('Please ring the bell first, a child sleeps there.', 'Bitte vorher klingeln, dort schläft ein Kind.')],
    ['worker', text('I will.', 'Mache ich.')],
    [
      'worker',
      text(
        'The cable is as old as the house: next year we should replace all of it.',
        'Die Leitung ist so alt wie das Haus: Nächstes Jahr sollten wir alles erneuern.',
      ),
      'internal',
    ],
  ],
];

/** Schedules what worker and client write to each other between accepting or assigning a ticket and the next step. */
export function scheduleComments(data: SeededData, ticket: CommentedTicket, steps: readonly [Step, Date][]): void {
  const { deps, timeline, language } = data;
  if (ticket.index % ticketsPerConversation !== 0) return;
  const comments = conversations[(ticket.index / ticketsPerConversation) % conversations.length] ?? [];
  const accepted = steps.findIndex(([step]) => step === 'assign' || step === 'take');
  const from = steps[accepted]?.[1];
  if (!from) return;
  const stepMs = ((steps[accepted + 1]?.[1] ?? timeline.end).getTime() - from.getTime()) / (comments.length + 1);
  for (const [index, [author, words, visibility]] of comments.entries()) {
    const actor = author === 'worker' ? ticket.worker : ticket.project.owner;
    const comment = { text: words[language], internal: visibility === 'internal' };
    timeline.schedule(plus(from, stepMs * (index + 1)), () => addComment(deps, actor, ticket.id, comment, timeline.now));
  }
}
