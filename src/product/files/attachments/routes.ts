import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { LocalStorage } from '../../../platform/storage/local.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../../tickets/queries.ts';
import { localFileRoute } from '../photos/local-file-route.ts';
import { createUploadReceiver } from '../photos/upload-receiver.ts';
import { thumbRoute } from '../thumbs/thumb-route.ts';
import { addAttachment, requireCanAttach } from './actions.ts';
import { addSignature, requireCanSign } from './add-signature.ts';
import { findAttachment, linkSubject, listAttachments, present } from './queries.ts';
import {
  AttachmentForm,
  AttachmentQuery,
  maxAttachments,
  SignatureForm,
  TicketAttachment,
  TicketAttachmentPage,
} from './schemas.ts';

export async function attachmentRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config, storage, links } = deps;
  const receiveUpload = await createUploadReceiver(app, config);

  app.get(
    '/ext/tickets/:id/attachments',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the attachments of a ticket',
        description:
          'For whoever sees the ticket. Those of internal comments are listed for admins and the assigned worker only.',
        params: IdParams,
        querystring: AttachmentQuery,
        response: responses(200, TicketAttachmentPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      const options = { storage, links, now: clock(), baseUrl: publicUrlOf(request, config) };
      return readLane(db, request, query)((lane) => listAttachments(lane, actor, params.id, query, options));
    },
  );

  app.post(
    '/ext/tickets/:id/attachments',
    {
      config: { roles: everyRole, multipart: AttachmentForm },
      schema: {
        summary: 'Add an attachment',
        description: `A jpeg, png or webp file in the field \`file\`, with the optional fields \`kind\` (\`report\` or \`comment\`) and \`comment_id\`. Without \`kind\` it is \`comment\` when there is a \`comment_id\`, else \`report\`. For the client of the ticket, the assigned worker or an admin, until the ticket is closed. A ticket has at most ${maxAttachments}, those of internal comments included.`,
        consumes: ['multipart/form-data'],
        params: IdParams,
        response: responses(201, TicketAttachment, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { actor, params } = request;
      await requireCanAttach(db.read, actor, params.id);
      const attachment = await receiveUpload(request, (form, { isGone }) => addAttachment(deps, actor, params.id, form, isGone));
      const options = { storage, links, now: clock(), baseUrl: publicUrlOf(request, config) };
      return present(attachment, options);
    },
  );

  app.post(
    '/ext/tickets/:id/signature',
    {
      config: { roles: everyRole, multipart: SignatureForm },
      schema: {
        summary: 'Add the signature of somebody who was there',
        description:
          'A png file in the field `file`, and who has signed in `name`. For the assigned worker or an admin, while the ticket is in progress or done, once for each round of work. It is an attachment of the kind `signature` with the SHA-256 of its file, and does not count as one of the pictures.',
        consumes: ['multipart/form-data'],
        params: IdParams,
        response: responses(201, TicketAttachment, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { actor, params } = request;
      await requireCanSign(db.read, actor, params.id);
      const signature = await receiveUpload(request, (form, { isGone }) => addSignature(deps, actor, params.id, form, isGone));
      const options = { storage, links, now: clock(), baseUrl: publicUrlOf(request, config) };
      return present(signature, options);
    },
  );

  thumbRoute(app, deps, {
    path: '/ext/attachments/:id/thumb',
    kind: 'attachment',
    description: {
      summary: 'Read the small version of an attachment',
      description:
        'A WebP file of at most 480 pixels on its longer side, upright and without metadata. Its link is `thumb_url` of the attachment. Returns 404 for a file that cannot be decoded: read `url` instead.',
    },
    linkSubject,
    find: findAttachment,
  });

  if (storage instanceof LocalStorage) {
    await localFileRoute(app, deps, storage, { path: '/ext/attachments/:id/file', kind: 'attachment', find: findAttachment });
  }
}
