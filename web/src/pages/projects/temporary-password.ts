/** Without characters that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** The largest multiple of the alphabet's length in a byte: larger bytes would make some characters more likely. */
const byteLimit = 256 - (256 % alphabet.length);

/** @returns a random password that is easy to type and that the service accepts, such as `hk4p-x8wm-t2qd` */
export function temporaryPassword(): string {
  const password = `${group()}-${group()}-${group()}`;
  return /[a-z]/.test(password) && /\d/.test(password) ? password : temporaryPassword();
}

function group(): string {
  let text = '';
  while (text.length < 4) {
    const [byte = byteLimit] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < byteLimit) text += alphabet[byte % alphabet.length];
  }
  return text;
}
