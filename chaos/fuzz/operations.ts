import { type DescribedSchema, describedOperations, resolveSchema } from '../../testing/described-answers.ts';

export type Schema = DescribedSchema;
export const resolve = resolveSchema;

export interface Operation {
  method: string;
  path: string;
  params: { name: string; in: string; schema: Schema }[];
  body: Schema | undefined;
  isUpload: boolean;
}

/** Every operation of docs/openapi.json. */
export const operations: Operation[] = describedOperations.map(({ name, operation: { parameters = [], requestBody } }) => {
  const [method = '', path = ''] = name.split(' ');
  const body = requestBody?.content['application/json']?.schema;
  return { method, path, params: parameters, body, isUpload: method === 'POST' && /\/(photos|attachments)$/.test(path) };
});
