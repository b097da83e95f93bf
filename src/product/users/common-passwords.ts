import type { Config } from '../../platform/config/config.ts';
import { type ErrorMessage, errorMessages } from '../../platform/http/error-messages.ts';
import { badRequest } from '../../platform/http/errors.ts';

/** Of zxcvbn, from 0 to 4: at 1 and below, a password is found within a million guesses. */
const maxRefusedScore = 1;

type Estimate = (password: string) => { score: number };

let estimate: Promise<Estimate> | undefined;

/**
 * @param message names the field of the request that has the password
 * @throws 400 with PASSWORD_BLOCKLIST for a common password, or one that is nearly one
 */
export async function refuseCommonPassword(
  { passwordBlocklist }: Config,
  password: string,
  message: ErrorMessage = errorMessages.commonPassword,
): Promise<void> {
  if (!passwordBlocklist) return;
  estimate ??= loadEstimate();
  const { score } = (await estimate)(password);
  if (score <= maxRefusedScore) throw badRequest(message);
}

/** Loaded where it is used only, because the dictionary takes memory. */
async function loadEstimate(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs });
  return (password) => zxcvbn.check(password);
}
