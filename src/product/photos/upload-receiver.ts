import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { badRequest } from '../../platform/http/errors.ts';
import { accountCaller, type ConnectedCaller } from '../../platform/http/fair-queue-key.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import { receivePhoto, spoolFolder, type UploadForm } from './receive-upload.ts';
import { createUploadLimiter, type UploadLimiter } from './upload-limiter.ts';

/** Receives the upload of a request when a slot is free, and passes it on. The slot is kept until `store` is done. */
export type ReceiveUpload = <T>(
  request: FastifyRequest,
  store: (form: UploadForm, caller: ConnectedCaller) => Promise<T>,
) => Promise<T>;

/** One for each configuration: the routes of an application share its slots. */
const limiters = new WeakMap<Config, UploadLimiter>();

/** Prepares an application for uploads, once for all of its routes. */
export async function createUploadReceiver(app: TypedFastify, config: Config): Promise<ReceiveUpload> {
  if (!app.hasContentTypeParser('multipart/form-data')) await app.register(fastifyMultipart);

  // One byte more than allowed, so that receivePhoto() refuses a larger file with its own message.
  const limits = { files: 2, fields: 20, parts: 22, fieldSize: 16_384, fileSize: config.photoMaxBytes + 1 };

  const uploads = limiters.get(config) ?? createUploadLimiter(config);
  limiters.set(config, uploads);
  app.addHook('onClose', () => uploads.drain());

  async function receive(request: FastifyRequest): Promise<UploadForm> {
    if (!request.isMultipart()) throw badRequest('the body must be multipart/form-data with a file in the field file');
    try {
      return await receivePhoto(request.parts({ limits }), spoolFolder(config.dataDir), config);
    } catch (error) {
      // The rest of the body is discarded, so that the client reads the response and the connection stays usable.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  }

  return async (request, store) => {
    const caller = accountCaller(request);
    return uploads.run(caller, async () => store(await receive(request), caller));
  };
}
