import { Type } from 'typebox';
import { Text } from '../../../platform/http/schemas.ts';

const Password = Type.String({ minLength: 1, examples: ['lift-and-lamp-7'] });
const maxCodeLength = 64;

export const StartTotp = Type.Object({ password: Password }, { title: 'StartTotp' });

export const TotpSetup = Type.Object(
  {
    secret: Type.String({ description: 'In base32, to type into an authenticator app.' }),
    otpauth_url: Type.String({ description: 'The same for a QR code.' }),
  },
  { title: 'TotpSetup' },
);

export const ConfirmTotp = Type.Object({ code: Text(1, maxCodeLength, ['123456']) }, { title: 'ConfirmTotp' });

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String({ examples: ['abcd-efgh-2345-wxyz'] }), {
      description: 'Each works once in place of a code of the app. They are answered here only.',
    }),
  },
  { title: 'RecoveryCodes' },
);

export const DisableTotp = Type.Object(
  {
    password: Password,
    code: Type.Optional({
      ...Text(0, maxCodeLength, ['123456']),
      description: 'Of the app, or a recovery code. Not needed before the setup was confirmed.',
    }),
  },
  { title: 'DisableTotp' },
);
