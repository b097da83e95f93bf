import { createReadStream } from 'node:fs';
import { addAbortSignal, PassThrough, pipeline, type Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Options } from '../config/config.ts';
import { type BundleFile, type BundleStorage, bundlePrefix, isBundleKey } from './bundle-storage.ts';
import { isTransient, openS3Client, type ServiceError } from './s3-client.ts';

const maxAttempts = 3;
/** For storing or reading a whole bundle, at 250 KB/s when it has its usual size. */
const transferTimeoutMs = 10 * 60_000;
/** For requests without a body. */
const requestTimeoutMs = 15_000;

/** Bundles as objects of the bucket of the photos. */
export class S3Bundles implements BundleStorage {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(options: S3Options) {
    // A transfer takes as long as it takes; signals end those that hang.
    this.#client = openS3Client(options, { connectionTimeout: 5_000, socketTimeout: 30_000 });
    this.#bucket = options.bucket;
  }

  async put(key: string, { path, sizeBytes }: { path: string; sizeBytes: number }): Promise<void> {
    const abortSignal = AbortSignal.timeout(transferTimeoutMs);
    for (let attempt = 1; ; attempt++) {
      const body = createReadStream(path);
      const object = { ...this.#object(key), Body: body, ContentLength: sizeBytes, ContentType: 'application/zip' };
      try {
        await this.#client.send(new PutObjectCommand(object), { abortSignal });
        return;
      } catch (error) {
        if (attempt === maxAttempts || abortSignal.aborted || !isTransient(error as ServiceError)) throw error;
      } finally {
        body.destroy();
      }
    }
  }

  async open(key: string): Promise<BundleFile | undefined> {
    try {
      const { ContentLength = 0 } = await this.#client.send(new HeadObjectCommand(this.#object(key)), {
        abortSignal: AbortSignal.timeout(requestTimeoutMs),
      });
      return { sizeBytes: ContentLength, read: (start, end) => this.#read(key, start, end), close: async () => {} };
    } catch (error) {
      if ((error as ServiceError).$metadata?.httpStatusCode === 404) return undefined;
      throw error;
    }
  }

  /** Errors of the request are errors of the stream. */
  #read(key: string, start: number, end: number): Readable {
    const abortSignal = AbortSignal.timeout(transferTimeoutMs);
    const output = new PassThrough();
    const command = new GetObjectCommand({ ...this.#object(key), Range: `bytes=${start}-${end - 1}` });
    this.#client.send(command, { abortSignal }).then(
      ({ Body }) => pipeline(addAbortSignal(abortSignal, Body as Readable), output, () => {}),
      (error: Error) => output.destroy(error),
    );
    return output;
  }

  async *keys(under = bundlePrefix): AsyncIterable<string> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: under });
    for await (const page of pages) yield* (page.Contents ?? []).map(({ Key = '' }) => Key).filter(isBundleKey);
  }

  async remove(key: string): Promise<void> {
    const abortSignal = AbortSignal.timeout(requestTimeoutMs);
    await this.#client.send(new DeleteObjectCommand(this.#object(key)), { abortSignal });
  }

  /** @throws for a key of another form, which could be that of a photo */
  #object(key: string): { Bucket: string; Key: string } {
    if (!isBundleKey(key)) throw new Error(`${key} is no key of a bundle`);
    return { Bucket: this.#bucket, Key: key };
  }
}
