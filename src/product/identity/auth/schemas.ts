import { Type } from 'typebox';
import { Email, NewPassword, Profile } from '../users/schemas.ts';

// Sign-in accepts any text: invalid addresses and passwords are wrong credentials (401), not malformed requests (400).
export const Login = Type.Object(
  {
    email: Type.String({ minLength: 1, examples: ['anna@example.com'] }),
    password: Type.String({ minLength: 1, examples: ['lift-and-lamp-7'] }),
  },
  { title: 'Login' },
);

export const Token = Type.Object(
  {
    token: Type.String({ description: 'The access token.' }),
    expires_in: Type.Integer({ description: 'Seconds.', examples: [3600] }),
    user: Profile,
  },
  { title: 'Token' },
);

export const LogoutAll = Type.Object(
  { ok: Type.Boolean(), revoked: Type.Integer({ description: 'How many sessions were closed.' }) },
  { title: 'LogoutAll' },
);

export const ForgotPassword = Type.Object({ email: Email }, { title: 'ForgotPassword' });
export const ResetPassword = Type.Object(
  { token: Type.String({ minLength: 1 }), password: NewPassword },
  { title: 'ResetPassword' },
);
