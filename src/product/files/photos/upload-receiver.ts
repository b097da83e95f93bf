import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import { badRequest } from '../../../platform/http/errors.ts';
import { accountCaller, type ConnectedCaller } from '../../../platform/http/fair-queue-key.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { DocumentType, PhotoType } from '../../../platform/storage/photo-type.ts';
import {
  type AcceptedFiles,
  photoFiles,
  receiveFile,
  receiveFiles,
  spoolFolder,
  type UploadForm,
  type UploadsForm,
} from './receive-upload.ts';
import { uploadLimiterOf } from './upload-limiter.ts';

/** Receives the upload of a request when a slot is free, and passes it on. The slot is kept until `store` is done. */
export type ReceiveUpload<Type extends DocumentType> = <T>(
  request: FastifyRequest,
  store: (form: UploadForm<Type>, caller: ConnectedCaller) => Promise<T>,
) => Promise<T>;

/** Receives an upload of several files or none when a slot is free, and passes it on. The slot is kept until `store` is done. */
export type ReceiveUploads = <T>(
  request: FastifyRequest,
  store: (form: UploadsForm, caller: ConnectedCaller) => Promise<T>,
) => Promise<T>;

/** Receives an upload of several files or none of a caller without an account, and passes it on. The slot is kept until `store` is done. */
export type ReceivePublicUploads = <T>(
  request: FastifyRequest,
  caller: ConnectedCaller,
  store: (form: UploadsForm) => Promise<T>,
) => Promise<T>;

/** Prepares an application for uploads of photos by accounts, once for all of its routes. */
export const createUploadReceiver = (app: TypedFastify, config: Config): Promise<ReceiveUpload<PhotoType>> =>
  createFileReceiver(app, config, photoFiles);

/** Prepares an application for uploads of one file by accounts, once for all of its routes. @param accepted which files */
export async function createFileReceiver<Type extends DocumentType>(
  app: TypedFastify,
  config: Config,
  accepted: AcceptedFiles<Type>,
): Promise<ReceiveUpload<Type>> {
  const { uploads, receive } = await prepareUploads(app, config);
  const read = (parts: Parts) => receiveFile(parts, spoolFolder(config.dataDir), config, accepted);
  return async (request, store) => {
    const caller = accountCaller(request);
    request.releaseAccountSlot(); // the body may take a minute
    return uploads.run(caller, async () => store(await receive(request, 1, read), caller), request.raw);
  };
}

/** Prepares an application for forms of accounts with several photos or none. @param maxFiles that the field `photo` may have in one form */
export async function createUploadsReceiver(app: TypedFastify, config: Config, maxFiles: number): Promise<ReceiveUploads> {
  const { uploads, receive } = await prepareUploads(app, config);
  const shape = { accepted: photoFiles, field: 'photo', maxFiles, ignoresUnnamed: true } as const;
  const read = (parts: Parts) => receiveFiles(parts, spoolFolder(config.dataDir), config, shape);
  return async (request, store) => {
    const caller = accountCaller(request);
    request.releaseAccountSlot(); // the body may take a minute
    return uploads.run(caller, async () => store(await receive(request, maxFiles, read), caller), request.raw);
  };
}

/**
 * Prepares an application for uploads of callers without an account. Metadata is always removed, because they do not know that
 * a photo may have the coordinates of its place.
 * @param maxFiles that the field `photo` may have in one form
 */
export async function createPublicUploadReceiver(
  app: TypedFastify,
  config: Config,
  maxFiles: number,
): Promise<ReceivePublicUploads> {
  const { uploads, receive } = await prepareUploads(app, config);
  const options = { photoMaxBytes: config.photoMaxBytes, stripPhotoMetadata: true };
  const shape = { accepted: photoFiles, field: 'photo', maxFiles, ignoresUnnamed: true } as const;
  const read = (parts: Parts) => receiveFiles(parts, spoolFolder(config.dataDir), options, shape);
  return (request, caller, store) =>
    uploads.runPublic(caller, async () => store(await receive(request, maxFiles, read)), request.raw);
}

type Parts = ReturnType<FastifyRequest['parts']>;

async function prepareUploads(app: TypedFastify, config: Config) {
  if (!app.hasContentTypeParser('multipart/form-data')) await app.register(fastifyMultipart);

  const uploads = uploadLimiterOf(config);
  app.addHook('onClose', () => uploads.drain());

  async function receive<T>(request: FastifyRequest, maxFiles: number, read: (parts: Parts) => Promise<T>): Promise<T> {
    if (!request.isMultipart())
      throw badRequest(
        'multipart_required',
        `the body must be multipart/form-data${maxFiles === 1 ? ' with a file in the field file' : ''}`,
      );
    const files = maxFiles + 1;
    // One file and one byte more than allowed, so that receiveFiles() refuses them with its own message.
    const limits = { files, fields: 20, parts: files + 20, fieldSize: 16_384, fileSize: config.photoMaxBytes + 1 };
    try {
      return await read(request.parts({ limits }));
    } catch (error) {
      // The rest of the body is discarded, so that the client reads the response and the connection stays usable.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  }

  return { uploads, receive };
}
