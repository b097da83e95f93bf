import type { Status } from '../contract/enums.ts';
import type { Messages } from './en.ts';

// The validation errors of the service are English sentences that begin with the name of the field. They are matched by
// patterns, translated, and get the label of the field.

type ErrorTexts = Messages['validation'];
type Translate = (texts: ErrorTexts, field: string, detail: string) => string;

const patterns: [pattern: RegExp, translate: Translate][] = [
  [/^(\S+) is required$/, (texts, field) => texts.missing(field)],
  [/^(\S+) must be one of /, (texts, field) => texts.unknownValue(field)],
  [/^(\S+) is not a (?:worker|client)$/, (texts, field) => texts.unknownValue(field)],
  [/^(\S+) must be a valid email$/, (texts, field) => texts.noEmail(field)],
  [/^(\S+) must be a valid date/, (texts, field) => texts.noDate(field)],
  [/^(\S+) must have 10 to 72 characters/, (texts, field) => texts.weakPassword(field)],
  [/^(\S+) must be (?:a positive integer|a whole number|integer)$/, (texts, field) => texts.noNumber(field)],
  [/^(\S+) must be >= (\d+)$/, (texts, field, min) => texts.tooSmall(field, Number(min))],
  [/^(\S+) must be <= (\d+)$/, (texts, field, max) => texts.tooLarge(field, Number(max))],
  [/^(\S+) must NOT have fewer than (\d+) characters$/, (texts, field, min) => texts.tooShort(field, Number(min))],
  [/^(\S+) must NOT have more than (\d+) characters$/, (texts, field, max) => texts.tooLong(field, Number(max))],
  [/^(\S+) holds characters that cannot be stored$/, (texts, field) => texts.unstorable(field)],
  [/^(\S+) (?:must |is given more than once)/, (texts, field) => texts.wrong(field)],
];

/** @returns the translated text of a validation error; undefined for other errors */
export function validationErrorText(message: string, messages: Messages): string | undefined {
  for (const [pattern, translate] of patterns) {
    const [, field = '', detail = ''] = pattern.exec(message) ?? [];
    if (field) return translate(messages.validation, messages.validation.field(labelOf(field, messages)), detail);
  }
  const [, status] = /^cannot \w+ a ticket that is (\w+)$/.exec(message) ?? [];
  if (status) return messages.validation.tooLate(messages.labels.status[status as Status]);
  const [, photos] = /^the ticket has (\d+) photos already$/.exec(message) ?? [];
  return photos && messages.validation.enoughPhotos(Number(photos));
}

function labelOf(
  field: string,
  { list, people, project, create, rule, ticket, messenger, login, app, reset, security, oneTimeCode, apiTokens }: Messages,
): string | undefined {
  const labels: Record<string, string> = {
    ...{ status: list.status, category: list.category, priority: list.priority, sort: list.sort, order: list.sort },
    ...{ client_id: list.client, worker_id: list.worker, project_id: list.project, object_id: list.object },
    ...{ date_from: list.from, date_to: list.to, q: app.search, reason: ticket.reason },
    ...{ name: people.name, email: people.email, phone: people.phone, role: people.role, password: login.password },
    ...{ address: project.address, description: ticket.description, floor: create.floor },
    ...{ current: security.currentPassword, new: reset.password, code: oneTimeCode.code },
    ...{ scope: apiTokens.scope, expires_at: apiTokens.expires },
    ...{ anchor_at: rule.anchor, period_days: rule.period, target: messenger.target, token: messenger.token },
  };
  return Object.hasOwn(labels, field) ? labels[field] : undefined;
}
