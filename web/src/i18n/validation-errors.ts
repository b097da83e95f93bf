import type { Status } from '../contract/enums.ts';
import type { Messages } from './en.ts';

// What the service says of a field, by its pattern, in the words of the form.

type Sentences = Messages['validation'];
type Say = (sentences: Sentences, it: string, detail: string) => string;

const patterns: [pattern: RegExp, say: Say][] = [
  [/^(\S+) is required$/, (say, it) => say.missing(it)],
  [/^(\S+) must be one of /, (say, it) => say.unknownValue(it)],
  [/^(\S+) is not a (?:worker|client)$/, (say, it) => say.unknownValue(it)],
  [/^(\S+) must be a valid email$/, (say, it) => say.noEmail(it)],
  [/^(\S+) must be a valid date/, (say, it) => say.noDate(it)],
  [/^(\S+) must have 10 to 72 characters/, (say, it) => say.weakPassword(it)],
  [/^(\S+) must be (?:a positive integer|a whole number|integer)$/, (say, it) => say.noNumber(it)],
  [/^(\S+) must be >= (\d+)$/, (say, it, least) => say.tooSmall(it, Number(least))],
  [/^(\S+) must be <= (\d+)$/, (say, it, most) => say.tooLarge(it, Number(most))],
  [/^(\S+) must NOT have fewer than (\d+) characters$/, (say, it, least) => say.tooShort(it, Number(least))],
  [/^(\S+) must NOT have more than (\d+) characters$/, (say, it, most) => say.tooLong(it, Number(most))],
  [/^(\S+) holds characters that cannot be stored$/, (say, it) => say.unstorable(it)],
  [/^(\S+) (?:must |is given more than once)/, (say, it) => say.wrong(it)],
];

export function validationErrorText(message: string, messages: Messages): string | undefined {
  for (const [pattern, say] of patterns) {
    const [, field = '', detail = ''] = pattern.exec(message) ?? [];
    if (field) return say(messages.validation, messages.validation.field(labelOf(field, messages)), detail);
  }
  const [, status] = /^cannot \w+ a ticket that is (\w+)$/.exec(message) ?? [];
  if (status) return messages.validation.tooLate(messages.labels.status[status as Status]);
  const [, photos] = /^the ticket has (\d+) photos already$/.exec(message) ?? [];
  return photos && messages.validation.enoughPhotos(Number(photos));
}

function labelOf(
  field: string,
  { list, people, project, create, rule, ticket, messenger, login, app }: Messages,
): string | undefined {
  const labels: Record<string, string> = {
    ...{ status: list.status, category: list.category, priority: list.priority, sort: list.sort, order: list.sort },
    ...{ client_id: list.client, worker_id: list.worker, project_id: list.project, object_id: list.object },
    ...{ date_from: list.from, date_to: list.to, q: app.search, reason: ticket.reason },
    ...{ name: people.name, email: people.email, phone: people.phone, role: people.role, password: login.password },
    ...{ address: project.address, description: create.words, floor: create.floor },
    ...{ anchor_at: rule.anchor, period_days: rule.period, target: messenger.target, token: messenger.token },
  };
  return Object.hasOwn(labels, field) ? labels[field] : undefined;
}
