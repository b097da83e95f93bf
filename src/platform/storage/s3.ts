import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Options } from '../config/config.ts';
import { plus } from '../lib/clock.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { isBundleKey } from './bundle-storage.ts';
import { S3Bundles } from './s3-bundles.ts';
import { addressOf, isTransient, openS3Client, type ServiceError, silentLogger } from './s3-client.ts';
import { dispositionOf, type FileKind, keyOf, type LinkedFile, type SpooledFile, type Storage, thumbName } from './storage.ts';

const prefix = 'photos/';
/** An empty object with which keys are tried that may not ask for the bucket. */
const accessCheckKey = `${prefix}access-check`;
const maxAttempts = 3;
/** Below it the clock of this machine counts as right: the server sends the time in seconds, and late. */
const minClockOffsetMs = 60_000;
/** For an upload with its retries and the time in the queue; the request itself may take a minute. */
const uploadTimeoutMs = 25_000;
/** For requests without a file, and with a small version. */
const requestTimeoutMs = 5_000;
/** For reading a photo. */
const readTimeoutMs = 15_000;
const uploadQueue = new FairQueue({ concurrency: 4, maxWaiting: 40 });
/** For reading a photo as a stream, however fast it is taken. */
const streamTimeoutMs = 10 * 60_000;

/** Objects in a private bucket of any S3-compatible server, read through presigned links. */
export class S3Storage implements Storage {
  readonly bundles: S3Bundles;
  readonly #client: S3Client;
  readonly #options: S3Options;
  readonly #bucket: string;
  readonly #linkSeconds: number;

  constructor(options: S3Options, linkTtlMs: number) {
    this.#options = options;
    this.#bucket = options.bucket;
    this.#linkSeconds = Math.ceil(linkTtlMs / 1000);
    this.#client = openS3Client(options, { connectionTimeout: 5_000, requestTimeout: 15_000, throwOnRequestTimeout: true });
    this.bundles = new S3Bundles(options);
  }

  async put(key: string, file: SpooledFile, isGone = (): boolean => false): Promise<void> {
    const deadline = AbortSignal.timeout(uploadTimeoutMs);
    await uploadQueue.run({ key: '', isGone }, () => this.#putWithRetry(key, file, deadline));
  }

  async #putWithRetry(key: string, file: SpooledFile, abortSignal: AbortSignal): Promise<void> {
    abortSignal.throwIfAborted();
    for (let attempt = 1; ; attempt++) {
      const body = createReadStream(file.path);
      const object = { Bucket: this.#bucket, Key: prefix + key, Body: body, ContentLength: file.size, ContentType: file.type };
      try {
        await this.#client.send(new PutObjectCommand(object), { abortSignal });
        return;
      } catch (error) {
        // The SDK does not retry a request whose body is a stream.
        if (attempt === maxAttempts || abortSignal.aborted || !isTransient(error as ServiceError)) throw error;
      } finally {
        body.destroy();
      }
    }
  }

  read(key: string): Promise<Buffer | undefined> {
    return this.#get(key, readTimeoutMs, [404]);
  }

  readThumb(key: string): Promise<Buffer | undefined> {
    // AWS answers 403 for a missing object to whoever may not list the bucket.
    return this.#get(thumbName(key), requestTimeoutMs, [403, 404]);
  }

  stream(key: string): Promise<Readable | undefined> {
    return this.#open(key, AbortSignal.timeout(streamTimeoutMs), [404]);
  }

  async #get(name: string, timeoutMs: number, missing: number[]): Promise<Buffer | undefined> {
    const body = await this.#open(name, AbortSignal.timeout(timeoutMs), missing);
    return body && buffer(body);
  }

  /** @param missing the statuses of a missing object */
  async #open(name: string, abortSignal: AbortSignal, missing: number[]): Promise<Readable | undefined> {
    try {
      const command = new GetObjectCommand({ Bucket: this.#bucket, Key: prefix + name });
      const { Body } = await this.#client.send(command, { abortSignal });
      return addAbortSignal(abortSignal, Body as Readable);
    } catch (error) {
      if (missing.includes((error as ServiceError).$metadata?.httpStatusCode ?? 0)) return undefined;
      throw error;
    }
  }

  async putThumb(key: string, bytes: Buffer): Promise<void> {
    const object = { Bucket: this.#bucket, Key: prefix + thumbName(key), Body: bytes, ContentType: 'image/webp' };
    await this.#client.send(new PutObjectCommand(object), { abortSignal: AbortSignal.timeout(requestTimeoutMs) });
  }

  async remove(key: string): Promise<void> {
    if (isBundleKey(key)) return this.bundles.remove(key);
    const abortSignal = AbortSignal.timeout(requestTimeoutMs);
    const deletions = [key, thumbName(key)].map((name) =>
      this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: prefix + name }), { abortSignal }),
    );
    await Promise.all(deletions);
  }

  async linkTo(photo: LinkedFile, now: Date): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: prefix + photo.storage_key,
      ResponseContentType: photo.content_type,
      ResponseContentDisposition: dispositionOf(photo),
    });
    return getSignedUrl(this.#client, command, { expiresIn: this.#linkSeconds, signingDate: plus(now, this.#clockOffsetMs()) });
  }

  /** How far the server's clock is ahead: the SDK signs requests by it, and links that are signed by another clock are refused. */
  #clockOffsetMs(): number {
    const { systemClockOffset } = this.#client.config;
    return Math.abs(systemClockOffset) < minClockOffsetMs ? 0 : systemClockOffset;
  }

  /** Signs a link with invented credentials: those of a machine's role may be missing while the service starts. */
  async linkPrefix(): Promise<string> {
    const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
    const client = new S3Client({ ...addressOf(this.#options), credentials, logger: silentLogger });
    const link = await getSignedUrl(client, new GetObjectCommand({ Bucket: this.#bucket, Key: prefix }));
    client.destroy();
    const { origin, pathname } = new URL(link);
    return origin + pathname;
  }

  async *keys(kind: FileKind = 'photo'): AsyncIterable<string> {
    for await (const page of paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: prefix })) {
      yield* (page.Contents ?? []).flatMap(({ Key = '' }) => keyOf(Key.slice(prefix.length), kind) ?? []);
    }
  }

  async prepare(): Promise<void> {}

  async check(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), {
        abortSignal: AbortSignal.timeout(requestTimeoutMs),
      });
    } catch (error) {
      const { $metadata, message, name } = error as ServiceError;
      if ($metadata?.httpStatusCode === 403 && (await this.#mayStore())) return;
      const reason = statusMessages[$metadata?.httpStatusCode ?? 0] ?? (message || name);
      throw new Error(`bucket ${this.#bucket}: ${reason}`, { cause: error });
    }
  }

  /** Keys without s3:ListBucket may not ask for the bucket, but read, write and delete, which is all that photos need. */
  async #mayStore(): Promise<boolean> {
    const object = { Bucket: this.#bucket, Key: accessCheckKey };
    const options = { abortSignal: AbortSignal.timeout(requestTimeoutMs) };
    const succeeds = (request: Promise<unknown>): Promise<boolean> =>
      request.then(
        () => true,
        () => false,
      );
    return (
      (await succeeds(this.#client.send(new HeadObjectCommand(object), options))) ||
      (await succeeds(this.#client.send(new PutObjectCommand({ ...object, Body: '' }), options)))
    );
  }
}

// The response to HeadBucket has no body.
const statusMessages: Record<number, string> = {
  301: 'is in another region',
  400: 'the request is not understood, perhaps the region is wrong',
  403: 'access denied, the keys or the policy are wrong',
  404: 'there is no such bucket',
};
