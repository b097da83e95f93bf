import type { QueryName } from '../../api/client.ts';

/** What has documents, as the paths of the API name it. */
export interface DocumentPlace {
  kind: 'objects' | 'equipment';
  id: number;
}

/** What shows documents or counts them. */
export const documentReads: QueryName[] = [
  ...(['GET /ext/objects/{id}/documents', 'GET /ext/equipment/{id}/documents'] as const),
  ...(['GET /ext/documents', 'GET /ext/objects/{id}'] as const),
];
