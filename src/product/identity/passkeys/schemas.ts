import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Name, NullableTimestamp, PageOf, Timestamp, Uuid } from '../../../platform/http/schemas.ts';

// Options and answers have the JSON forms of WebAuthn: `parseCreationOptionsFromJSON()` and `toJSON()` of browsers.

const Password = Type.String({ minLength: 1, examples: ['lift-and-lamp-7'] });
/** base64url of some kilobytes: keys and signatures after quantum computers are long. */
const Bytes = Type.String({ minLength: 1, maxLength: 20_000, pattern: '^[\\w-]+$', examples: ['q83vASNFZ4mrze8BI0VniQ'] });
const PasskeyName = Name(1, 100, ["Anna's phone"]);

const fields = {
  id: Uuid,
  name: PasskeyName,
  synced: Type.Boolean({ description: 'Kept in an account of its owner, so that it works on several devices.' }),
  created_at: Timestamp,
  last_used_at: { ...NullableTimestamp, description: 'null: not used yet.' },
};

export const Passkey = Type.Object(fields, { title: 'Passkey' });
export type Passkey = Static<typeof Passkey>;
export const PasskeyPage = PageOf(Passkey);
export const PasskeyQuery = Type.Object(pageParameters(['created_at', 'name', 'id'], 'created_at'));
export type PasskeyQuery = Static<typeof PasskeyQuery>;

export const ConfirmedByPassword = Type.Object({ password: Password }, { title: 'ConfirmedByPassword' });
export const RenamePasskey = Type.Object({ name: PasskeyName }, { title: 'RenamePasskey' });

const Descriptor = Type.Object({ type: Type.Literal('public-key'), id: Bytes, transports: Type.Array(Type.String()) });

export const PasskeyCreationOptions = Type.Object(
  {
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Bytes, name: Type.String(), displayName: Type.String() }),
    challenge: Bytes,
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    excludeCredentials: Type.Array(Descriptor),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Boolean(),
      userVerification: Type.Literal('required'),
    }),
    attestation: Type.Literal('none'),
  },
  { title: 'PasskeyCreationOptions' },
);

export const AddPasskey = Type.Object(
  {
    name: PasskeyName,
    response: Type.Object({
      id: Bytes,
      rawId: Bytes,
      type: Type.Literal('public-key'),
      response: Type.Object({
        clientDataJSON: Bytes,
        attestationObject: Bytes,
        transports: Type.Optional(
          Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$', examples: ['internal'] }), { maxItems: 10 }),
        ),
      }),
    }),
  },
  { title: 'AddPasskey' },
);
export type AddPasskey = Static<typeof AddPasskey>;

export const PasskeyRequestOptions = Type.Object(
  {
    challenge: Bytes,
    rpId: Type.String(),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    userVerification: Type.Literal('required'),
  },
  { title: 'PasskeyRequestOptions' },
);

export const Assertion = Type.Object({
  id: Bytes,
  rawId: Bytes,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Type.String({ maxLength: 100, pattern: '^[\\w-]*$' })),
  }),
});
export type Assertion = Static<typeof Assertion>;

export const PasskeySignIn = Type.Object({ response: Assertion }, { title: 'PasskeySignIn' });

export const PasskeyRequirement = Type.Object(
  { required: Type.Boolean({ description: 'Whether logins with the password also ask for a passkey.' }) },
  { title: 'PasskeyRequirement' },
);
