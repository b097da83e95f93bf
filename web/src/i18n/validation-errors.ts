import type { Status } from '../contract/enums.ts';
import type { Messages } from './en.ts';

// Errors of the service that name a field, a status or a number are matched by patterns. Validation errors begin with the name
// of the field, and get its label.

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

const bytesPerMegabyte = 1_048_576;

const otherPatterns: [pattern: RegExp, translate: (messages: Messages, detail: string) => string][] = [
  [
    /^cannot [\w ]+ a ticket that is (\w+)$/,
    ({ validation, labels }, status) => validation.tooLate(labels.status[status as Status]),
  ],
  [/^the ticket has (\d+) (?:photos|attachments) already$/, ({ validation }, count) => validation.enoughPhotos(Number(count))],
  [/^file is damaged: /, ({ validation }) => validation.damagedPhoto],
  [
    /^file is larger than (\d+) bytes$/,
    ({ validation }, bytes) => validation.fileTooLarge(Math.round((Number(bytes) / bytesPerMegabyte) * 10) / 10),
  ],
  [/^a client has at most (\d+) \w+$/, ({ validation }, max) => validation.quotaReached(Number(max))],
  [/^HTTP (\d+)$/, ({ validation }, status) => validation.httpStatus(status)],
];

/** @returns the translated text of an error that matches a pattern; undefined for other errors */
export function validationErrorText(message: string, messages: Messages): string | undefined {
  for (const [pattern, translate] of patterns) {
    const [, field = '', detail = ''] = pattern.exec(message) ?? [];
    if (field) return translate(messages.validation, messages.validation.field(labelOf(field, messages)), detail);
  }
  for (const [pattern, translate] of otherPatterns) {
    const match = pattern.exec(message);
    if (match) return translate(messages, match[1] ?? '');
  }
  return undefined;
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
  const name = field.split('.').at(-1) ?? ''; // of a nested field, such as recurring.anchor_at
  return Object.hasOwn(labels, name) ? labels[name] : undefined;
}
