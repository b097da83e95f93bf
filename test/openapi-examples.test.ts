import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describedOperations, differenceOf } from '../testing/described-answers.ts';

const binaryTypes = ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'image/webp'];

const media = describedOperations.flatMap(({ name, operation }) => {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const answered = answers.flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, one]) => ({ where: `${name} ${status} ${type}`, type, ...one })),
  );
  const sent = Object.entries(operation.requestBody?.content ?? {}).map(([type, one]) => ({
    where: `${name} ${type}`,
    type,
    ...one,
  }));
  return [...sent, ...answered];
});

it('the API description has an example of every body and of every successful answer that is no file of bytes', () => {
  const missing = media.filter(({ example, type }) => example === undefined && !binaryTypes.includes(type));
  assert.deepEqual(
    missing.map(({ where }) => where),
    [],
  );
  assert(media.length > describedOperations.length);
});

it('the examples of the API description fit their schemas, without properties that these do not have', () => {
  const wrong = media.flatMap(({ where, schema, example }) => {
    const difference = example === undefined ? undefined : differenceOf(schema, example);
    return difference ? [`${where}: ${difference}`] : [];
  });
  assert.deepEqual(wrong, []);
});
