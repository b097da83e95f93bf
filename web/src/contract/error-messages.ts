export type { ErrorCode } from '../../../src/platform/http/error-codes.ts';

import type { ErrorMessage, ErrorMessagePattern } from '../../../src/platform/http/error-messages.ts';

export type { ErrorMessage };

/** Texts for messages of the service, by message. */
export type ErrorTexts = { [Message in ErrorMessage | ErrorMessagePattern]?: string };
