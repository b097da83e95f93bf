import type { Config } from '../../../platform/config/config.ts';
import { type ErrorMessage, errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest } from '../../../platform/http/errors.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import { moduleUrl } from '../../../platform/lib/module-url.ts';
import { ThreadTask } from '../../../platform/threads/thread-task.ts';
import type { passwordScore } from './password-score.ts';

/** Of zxcvbn, from 0 to 4: at 1 and below, a password is found within a million guesses. */
const maxRefusedScore = 1;

const estimate = new ThreadTask<typeof passwordScore>(moduleUrl('./password-score', import.meta.url), 'passwordScore');

/**
 * @param message names the field of the request that has the password
 * @throws 400 with PASSWORD_BLOCKLIST for a common password, or one that is nearly one; QueueFull, CallerGone
 */
export async function refuseCommonPassword(
  { passwordBlocklist }: Config,
  password: string,
  caller: Caller,
  message: ErrorMessage = errorMessages.commonPassword,
): Promise<void> {
  if (!passwordBlocklist) return;
  if ((await estimate.run(caller, password)) <= maxRefusedScore) throw badRequest('common_password', message);
}
