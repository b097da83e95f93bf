import type { Static, TSchema } from 'typebox';
import type * as webhooks from '../../../src/outbound/webhooks/schemas.ts';
import type * as oidc from '../../../src/product/oidc/schemas.ts';
import type * as passkeys from '../../../src/product/passkeys/schemas.ts';
import type * as photos from '../../../src/product/photos/schemas.ts';
import type * as portal from '../../../src/product/portal/schemas.ts';
import type * as api from './schemas.ts';

// The operations of portals, webhooks, passkeys and company accounts.

/** Query parameters: all of them can be left out, also those with a default. */
type Query<Schema extends TSchema> = Partial<Static<Schema>>;
interface NumberId {
  id: number;
}
interface UuidId {
  id: string;
}

export interface IntegrationOperations {
  'POST /ext/passkey/challenge': { answer: api.PasskeyRequestOptions };
  'POST /ext/passkey/sign-in': { body: api.PasskeySignIn; answer: api.Token };
  'POST /ext/passkey/registration': { body: api.ConfirmedByPassword; answer: api.PasskeyCreationOptions };
  'GET /ext/passkeys': { query?: Query<typeof passkeys.PasskeyQuery>; answer: api.PasskeyPage };
  'POST /ext/passkeys': { body: api.AddPasskey; answer: api.Passkey };
  'PATCH /ext/passkeys/{id}': { params: UuidId; body: { name: string }; answer: api.Passkey };
  'DELETE /ext/passkeys/{id}': { params: UuidId; body: api.ConfirmedByPassword; answer: api.Ok };
  'GET /ext/mfa/passkey': { answer: api.PasskeyRequirement };
  'PUT /ext/mfa/passkey': { body: api.ConfirmedByPassword; answer: api.PasskeyRequirement };
  'DELETE /ext/mfa/passkey': { body: api.ConfirmedByPassword; answer: api.PasskeyRequirement };
  'GET /ext/users/{id}/passkeys': { params: UuidId; query?: Query<typeof passkeys.PasskeyQuery>; answer: api.PasskeyPage };
  'DELETE /ext/users/{id}/passkeys': { params: UuidId; answer: api.Ok };
  'GET /ext/oidc/start': { query?: { to?: string }; answer: never };
  'GET /ext/oidc/callback': { answer: never };
  'POST /ext/oidc/session': { answer: api.Token };
  'GET /ext/users/{id}/identities': {
    params: UuidId;
    query?: Query<typeof oidc.LinkedAccountQuery>;
    answer: api.LinkedAccountPage;
  };
  'DELETE /ext/users/{id}/identities': { params: UuidId; answer: api.Ok };
  'GET /ext/webhooks': { query?: Query<typeof webhooks.WebhookQuery>; answer: api.WebhookPage };
  'POST /ext/webhooks': { body: api.CreateWebhook; answer: api.NewWebhook };
  'GET /ext/webhooks/{id}': { params: UuidId; answer: api.Webhook };
  'PATCH /ext/webhooks/{id}': { params: UuidId; body: api.ChangeWebhook; answer: api.Webhook };
  'DELETE /ext/webhooks/{id}': { params: UuidId; answer: api.Ok };
  'POST /ext/webhooks/{id}/rotate-secret': { params: UuidId; answer: api.NewWebhook };
  'GET /ext/webhooks/{id}/deliveries': {
    params: UuidId;
    query?: Query<typeof webhooks.WebhookDeliveryQuery>;
    answer: api.WebhookDeliveryPage;
  };
  'POST /ext/webhooks/{id}/deliveries/{delivery_id}/redeliver': {
    params: { id: string; delivery_id: number };
    answer: api.WebhookDelivery;
  };
  'GET /ext/objects/{id}/portal': { params: NumberId; answer: api.ObjectPortal };
  'POST /ext/objects/{id}/portal': { params: NumberId; answer: api.ObjectPortal };
  'DELETE /ext/objects/{id}/portal': { params: NumberId; answer: api.Ok };
  'GET /ext/objects/labels.pdf': { query: Static<typeof portal.LabelQuery>; answer: Blob };
  'GET /ext/portals': { query?: Query<typeof portal.PortalQuery>; answer: api.PortalItemPage };
  'GET /ext/portal/{token}': { params: { token: string }; answer: Static<typeof portal.Portal> };
  'POST /ext/portal/{token}/reports': {
    params: { token: string };
    body: FormData;
    answer: Static<typeof portal.SubmittedReport>;
  };
  'GET /ext/report-photos/{id}/thumb': { params: NumberId; query: Static<typeof photos.FileQuery>; answer: Blob };
  'GET /ext/reports': { query?: Query<typeof portal.ReportQuery>; answer: api.PortalReportPage };
  'POST /ext/reports/{id}/accept': { params: UuidId; body: api.AcceptReport; answer: api.Ticket };
  'POST /ext/reports/{id}/dismiss': { params: UuidId; body: Static<typeof portal.DismissReport>; answer: api.PortalReport };
  'POST /ext/reports/{id}/merge': { params: UuidId; body: Static<typeof portal.MergeReport>; answer: api.PortalReport };
}
