import type { FastifyRequest } from 'fastify';
import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { LocalStorage } from '../../../platform/storage/local.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { getEquipment, requireReadableObject } from '../../places/equipment/queries.ts';
import type { Actor } from '../../visibility.ts';
import { fileDeletionJob } from '../photos/file-deletion.ts';
import { localFileRoute } from '../photos/local-file-route.ts';
import { documentFiles } from '../photos/receive-upload.ts';
import { createFileReceiver } from '../photos/upload-receiver.ts';
import { addDocument, changeDocument, deleteDocument, requireCanAddDocument } from './actions.ts';
import { findDocument, getDocument, type LinkOptions, listDocuments, type Place, searchDocuments } from './queries.ts';
import {
  ChangeDocument,
  DocumentForm,
  DocumentPage,
  DocumentQuery,
  DocumentSearch,
  maxDocuments,
  PlaceDocument,
} from './schemas.ts';

const roles = ['client', 'admin'] as const;

/** What has documents. */
interface PlaceRoutes {
  path: '/ext/objects/:id/documents' | '/ext/equipment/:id/documents';
  /** as the summaries name it */
  of: string;
  place: (id: number) => Place;
  /** @throws 404 missing or not visible */
  requireReadable: (actor: Actor, id: number) => Promise<unknown>;
}

export async function documentRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config, storage, jobs } = deps;
  const receiveFile = await createFileReceiver(app, config, documentFiles);
  const linksOf = (request: FastifyRequest): LinkOptions => ({ storage, now: clock(), baseUrl: publicUrlOf(request, config) });

  addPlaceRoutes({
    path: '/ext/objects/:id/documents',
    of: 'an object',
    place: (objectId) => ({ objectId }),
    requireReadable: (actor, id) => requireReadableObject(db.read, actor, id),
  });
  addPlaceRoutes({
    path: '/ext/equipment/:id/documents',
    of: 'equipment',
    place: (equipmentId) => ({ equipmentId }),
    requireReadable: (actor, id) => getEquipment(db.read, actor, id),
  });

  function addPlaceRoutes({ path, of, place, requireReadable }: PlaceRoutes): void {
    app.get(
      path,
      {
        config: { roles: everyRole },
        schema: {
          summary: `List the documents of ${of}`,
          description: 'For those who see the object, and for active members of its project.',
          params: IdParams,
          querystring: DocumentQuery,
          response: responses(200, DocumentPage, 400, 401, 403, 404),
        },
      },
      async (request) => {
        const { actor, params, query } = request;
        await requireReadable(actor, params.id);
        const links = linksOf(request);
        return readLane(db, request, query)((lane) => listDocuments(lane, actor, place(params.id), query, links));
      },
    );

    app.post(
      path,
      {
        config: { roles, multipart: DocumentForm },
        schema: {
          summary: `Add a document to ${of}`,
          description: `A PDF, jpeg, png or webp file in the field \`file\`; the bytes decide, not the name. The field \`title\` is required, \`expires_on\` is not. At most ${maxDocuments} documents.`,
          consumes: ['multipart/form-data'],
          params: IdParams,
          response: responses(201, PlaceDocument, 400, 401, 403, 404, 409),
        },
      },
      async (request) => {
        const { actor, params } = request;
        await requireCanAddDocument(db.read, actor, place(params.id));
        const id = await receiveFile(request, (form, { isGone }) => addDocument(deps, actor, place(params.id), form, isGone));
        return getDocument(db.read, actor, id, linksOf(request));
      },
    );
  }

  app.get(
    '/ext/documents',
    {
      config: { roles },
      schema: {
        summary: 'List the documents of all your objects',
        description: 'With `expires_to`, those that expire.',
        querystring: DocumentSearch,
        response: responses(200, DocumentPage, 400, 401, 403),
      },
    },
    (request) => {
      const { actor, query } = request;
      const links = linksOf(request);
      return readLane(db, request, query)((lane) => searchDocuments(lane, actor, query, links));
    },
  );

  app.get(
    '/ext/documents/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read a document',
        params: IdParams,
        response: responses(200, PlaceDocument, 400, 401, 403, 404),
      },
    },
    (request) => getDocument(db.read, request.actor, request.params.id, linksOf(request)),
  );

  app.patch(
    '/ext/documents/:id',
    {
      config: { roles },
      schema: {
        summary: 'Change the title of a document, or when it expires',
        params: IdParams,
        body: ChangeDocument,
        response: responses(200, PlaceDocument, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      await db.transaction((tx) => changeDocument(tx, actor, params.id, body, clock()));
      return getDocument(db.read, actor, params.id, linksOf(request));
    },
  );

  app.delete(
    '/ext/documents/:id',
    {
      config: { roles },
      schema: {
        summary: 'Delete a document and its file',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    async ({ actor, params }) => {
      await db.transaction((tx) => deleteDocument(tx, actor, params.id));
      jobs.trigger(fileDeletionJob);
      return { ok: true };
    },
  );

  if (storage instanceof LocalStorage) {
    await localFileRoute(app, deps, storage, { path: '/ext/documents/:id/file', kind: 'document', find: findDocument });
  }
}
