import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { inlineDisposition, type LinkedPhoto, type SpooledFile, type Storage } from './storage.ts';

export interface S3Options {
  bucket: string;
  endpoint: string;
  region: string;
  /** undefined: the provider chain of the SDK (instance roles and the like) */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
}

const prefix = 'photos/';
const nothing = (): void => {};
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Objects in a private bucket of any S3-compatible server, read through presigned links. */
export class S3Storage implements Storage {
  readonly spoolFolder = join(tmpdir(), 'callout-uploads');
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
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
      logger: silent, // it would write to the console
      // Checksums beyond the signature are an extension that not every server has.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(key: string, file: SpooledFile): Promise<void> {
    const body = createReadStream(file.path);
    try {
      await this.#client.send(
        new PutObjectCommand({
          Bucket: this.#bucket,
          Key: prefix + key,
          Body: body,
          ContentLength: file.size,
          ContentType: file.type,
        }),
      );
    } finally {
      body.destroy();
    }
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: prefix + key }));
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
      for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(prefix.length);
    }
  }

  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
  }
}
