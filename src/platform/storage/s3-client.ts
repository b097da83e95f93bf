import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from '../config/config.ts';

const noop = (): void => {};
/** The default logger writes to the console. */
export const silentLogger = { trace: noop, debug: noop, info: noop, warn: noop, error: noop };

/** What decides the host of a bucket. */
export function addressOf({ endpoint, region, forcePathStyle }: S3Options) {
  return { region: region || 'us-east-1', forcePathStyle, ...(endpoint && { endpoint }) };
}

/** In milliseconds. */
interface RequestTimeouts {
  connectionTimeout: number;
  requestTimeout?: number;
  throwOnRequestTimeout?: boolean;
  socketTimeout?: number;
}

/** The defaults of the SDK for its own agents, which know no proxy. */
const agentOptions = { keepAlive: true, maxSockets: 50 };

/** Opens a client for the bucket. */
export function openS3Client(options: S3Options, timeouts: RequestTimeouts): S3Client {
  const proxyEnv = { ...options.proxy };
  return new S3Client({
    ...addressOf(options),
    ...(options.credentials && { credentials: options.credentials }),
    requestHandler: {
      ...timeouts,
      httpAgent: new HttpAgent({ ...agentOptions, proxyEnv }),
      httpsAgent: new HttpsAgent({ ...agentOptions, proxyEnv }),
    },
    logger: silentLogger,
    // Additional checksums are an extension that not every server supports.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** What the SDK throws. */
export interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number };
}

/** Whether a retry may succeed: there was no response, or one that asks for a retry. */
export function isTransient({ $metadata }: ServiceError): boolean {
  const status = $metadata?.httpStatusCode;
  return status === undefined || status === 429 || status >= 500;
}
