import { type Static, Type } from 'typebox';
import {
  BinaryFile,
  Changes,
  Name,
  NullableText,
  NullableTimestamp,
  OneOf,
  Text,
  Timestamp,
  Uuid,
} from '../../platform/http/schemas.ts';
import { colorPattern } from '../../platform/lib/color.ts';
import { FileQuery } from '../../product/files/photos/schemas.ts';

const sources = ['environment', 'stored', 'default'] as const;
const securities = ['starttls', 'tls', 'opportunistic', 'none'] as const;

const source = {
  ...OneOf(sources),
  description: '`environment`: a variable sets it, so that it cannot be changed here.',
};
const TextSetting = Type.Object({ value: NullableText, source }, { title: 'TextSetting' });
const SecretSetting = Type.Object(
  {
    is_set: Type.Boolean(),
    source,
    is_storable: Type.Boolean({ description: 'false: without DATA_ENCRYPTION_KEY no secret is stored.' }),
  },
  { title: 'SecretSetting' },
);

export const Settings = Type.Object(
  {
    public_url: Type.Object(
      {
        ...TextSetting.properties,
        opened_at: {
          ...NullableTimestamp,
          description: 'When another device last opened the link of `GET /ext/settings/test-link`.',
        },
      },
      { title: 'AddressSetting' },
    ),
    'smtp.host': TextSetting,
    'smtp.port': Type.Object({ value: Type.Integer(), source }, { title: 'PortSetting' }),
    'smtp.security': Type.Object({ value: OneOf(securities), source }, { title: 'SecuritySetting' }),
    'smtp.user': TextSetting,
    'smtp.password': SecretSetting,
    'smtp.from': TextSetting,
    messenger_bot_token: SecretSetting,
    name: TextSetting,
    color: TextSetting,
    logo: { ...TextSetting, title: 'LogoSetting', description: 'The path of the picture.' },
  },
  { title: 'Settings' },
);
export type Settings = Static<typeof Settings>;

/** A value, or null for the default. One character is no value of any of these, and most likely a mistake. */
const orNull = <T>(schema: object, example: T) =>
  Type.Unsafe<T | null>({ ...schema, type: [typeof example === 'number' ? 'integer' : 'string', 'null'], examples: [example] });

export const ChangeSettings = Changes('ChangeSettings', {
  public_url: orNull({ ...Text(8, 300), pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' }, 'https://callout.example.com'),
  'smtp.host': orNull(Text(2, 253), 'mail.example.com'),
  'smtp.port': orNull({ minimum: 1, maximum: 65_535 }, 587),
  'smtp.security': Type.Unsafe<(typeof securities)[number] | null>({
    type: ['string', 'null'],
    enum: [...securities, null],
    examples: ['starttls'],
  }),
  'smtp.user': orNull(Text(2, 320), 'callout@example.com'),
  'smtp.password': orNull({ minLength: 2, maxLength: 1_000 }, 'a password of the mail server'),
  'smtp.from': orNull(Text(3, 320), 'Callout <callout@example.com>'),
  messenger_bot_token: orNull(Text(3, 160), '123456:ABC-DEF'),
  name: orNull(Name(2, 60, []), 'Acme Facilities'),
  color: orNull({ ...Text(7, 7), pattern: colorPattern }, '#8a1c4a'),
});
export type ChangeSettings = Static<typeof ChangeSettings>;

export const LogoQuery = Type.Object({
  v: Type.Optional({ ...Uuid, description: 'The version of the picture.' }),
});
export const LogoForm = Type.Object({ file: BinaryFile }, { title: 'LogoForm' });

export const TestMail = Type.Object(
  { to: Type.String({ format: 'email', maxLength: 254, 'x-trim': true, examples: ['anna@example.com'] }) },
  { title: 'TestMail' },
);

export const mailOutcomes = ['sent', 'not_configured', 'unreachable', 'encryption', 'sign_in', 'address', 'refused'] as const;

export const MailTest = Type.Object(
  {
    ok: Type.Boolean(),
    reason: {
      ...OneOf(mailOutcomes),
      description:
        '`unreachable`: no connection; `encryption`: TLS failed; `sign_in`: the server refuses user and password; `address`: it refuses the sender or the recipient; `refused`: it refuses the mail.',
    },
    detail: Type.String({ description: 'What the mail server or the connection said; empty when there is nothing to say.' }),
  },
  { title: 'MailTest' },
);
export type MailTest = Static<typeof MailTest>;

export const urlOutcomes = [
  'ok',
  'not_configured',
  'not_allowed',
  'unreachable',
  'timeout',
  'certificate',
  'redirect',
  'other_service',
] as const;

export const UrlTest = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the address leads back to this installation.' }),
    reason: {
      ...OneOf(urlOutcomes),
      description:
        '`not_allowed`: the address is of no public or own network; `redirect`: it leads to another address; `other_service`: something else answers there.',
    },
    detail: Type.String({ description: 'The status of the answer, or the code of the error; may be empty.' }),
  },
  { title: 'UrlTest' },
);
export type UrlTest = Static<typeof UrlTest>;

export const Installation = Type.Object(
  { id: { ...Uuid, description: 'Of the installation: all of its instances have the same, another installation another one.' } },
  { title: 'Installation' },
);

export const TestLink = Type.Object(
  {
    url: Type.String({
      description: 'A page of the console at the public address, which reports that it was opened.',
      examples: ['https://callout.example.com/app/opened#expires=1772355600&signature=Q2Fs...'],
    }),
    issued_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'TestLink' },
);
export type TestLink = Static<typeof TestLink>;

export const OpenedLink = Type.Object(
  { ...FileQuery.properties, signature: Type.String({ maxLength: 200 }) },
  { title: 'OpenedLink' },
);
export type OpenedLink = Static<typeof OpenedLink>;
