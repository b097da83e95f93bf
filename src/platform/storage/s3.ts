import { createReadStream } from 'node:fs';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { FairQueue } from '../lib/fair-queue.ts';
import { inlineDisposition, keyPattern, type LinkedPhoto, type SpooledFile, type Storage } from './storage.ts';

export interface S3Options {
  bucket: string;
  endpoint: string;
  region: string;
  /** undefined: the provider chain of the SDK (instance roles and the like) */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
}

const prefix = 'photos/';
const attempts = 3;
/** For an upload with its repetitions; a request may take a minute. */
const uploadTimeoutMs = 25_000;
/** Milliseconds for everything that moves no bytes. */
const shortBound = 5_000;
/** Uploads to the bucket at the same time, and how many may wait: the rest is refused, to be sent again. */
const transfers = new FairQueue({ concurrency: 4, maxWaiting: 40 });
const nothing = (): void => {};
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Objects in a private bucket of any S3-compatible server, read through presigned links. */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #linkSeconds: number;

  /** @param linkTtl how long a link lives, in milliseconds */
  constructor({ bucket, endpoint, region, credentials, forcePathStyle }: S3Options, linkTtl: number) {
    this.#bucket = bucket;
    this.#linkSeconds = Math.ceil(linkTtl / 1000);
    this.#client = new S3Client({
      region: region || 'us-east-1',
      forcePathStyle,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
      logger: silent, // it would write to the console
      // Checksums beyond the signature are an extension that not every server has.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(key: string, file: SpooledFile, isGone = (): boolean => false): Promise<void> {
    // From now, waiting included: whoever sent the photo waits no longer than a minute.
    const deadline = AbortSignal.timeout(uploadTimeoutMs);
    // Each transfer needs buffers of its own; the files wait on the disk.
    await transfers.run('', () => this.#putRepeatedly(key, file, deadline), { isGone });
  }

  async #putRepeatedly(key: string, file: SpooledFile, deadline: AbortSignal): Promise<void> {
    deadline.throwIfAborted();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#putOnce(key, file, deadline);
      } catch (error) {
        // The SDK does not repeat a stream, but the file is still here.
        if (attempt === attempts || deadline.aborted || !isPassing(error as ServiceError)) throw error;
      }
    }
  }

  async #putOnce(key: string, file: SpooledFile, abortSignal: AbortSignal): Promise<void> {
    const body = createReadStream(file.path);
    const object = { Bucket: this.#bucket, Key: prefix + key, Body: body, ContentLength: file.size, ContentType: file.type };
    try {
      await this.#client.send(new PutObjectCommand(object), { abortSignal });
    } finally {
      body.destroy();
    }
  }

  async remove(key: string): Promise<void> {
    const abortSignal = AbortSignal.timeout(shortBound);
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: prefix + key }), { abortSignal });
  }

  async linkTo(photo: LinkedPhoto, now: Date): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: prefix + photo.storage_key,
      ResponseContentType: photo.content_type,
      ResponseContentDisposition: inlineDisposition(photo.original_name),
    });
    return getSignedUrl(this.#client, command, { expiresIn: this.#linkSeconds, signingDate: now });
  }

  async *keys(): AsyncIterable<string> {
    for await (const page of paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: prefix })) {
      const names = (page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length));
      yield* names.filter((name) => keyPattern.test(name));
    }
  }

  async prepare(): Promise<void> {}

  async check(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal: AbortSignal.timeout(shortBound) });
    } catch (error) {
      const { $metadata, message, name } = error as ServiceError;
      const words = meanings[$metadata?.httpStatusCode ?? 0] ?? (message || name);
      throw new Error(`bucket ${this.#bucket}: ${words}`, { cause: error });
    }
  }
}

interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number };
}

// The answer to a look at a bucket has no text of its own.
const meanings: Record<number, string> = {
  301: 'is in another region',
  400: 'the request is not understood, perhaps the region is wrong',
  403: 'access denied, the keys or the policy are wrong',
  404: 'there is no such bucket',
};

/** Worth another attempt: no answer at all, or one that says "later". */
function isPassing({ $metadata }: ServiceError): boolean {
  const status = $metadata?.httpStatusCode;
  return status === undefined || status === 429 || status >= 500;
}
