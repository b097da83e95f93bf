import stringifierOf from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { compileValidator } from './validation.ts';

// What checks requests and writes answers is made of its schema when the first one comes. Made at the
// start, all of it took a seventh of that (docs/performance.md), for operations that may not be asked for.

export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema }) => {
  let check: ReturnType<typeof compileValidator> | undefined;
  const validate: ReturnType<typeof validatorCompiler> = (data) => {
    check ??= compileValidator(schema);
    const isValid = check(data);
    validate.errors = check.errors ?? null;
    return isValid;
  };
  return validate;
};

export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => {
    write ??= stringifierOf(schema);
    return write(answer);
  };
};
