import { conflict, type Refusal } from './errors.ts';

const answers: Record<string, string> = {
  users_email_key: 'email already taken',
  projects_name: 'a project with this name already exists',
  objects_name: 'an object with this name already exists in the project',
  // Whatever still points at an account keeps it from being deleted.
  projects_client: 'user has related records',
  project_workers_worker: 'user has related records',
  tickets_client: 'user has related records',
  tickets_worker: 'user has related records',
};

/** The answer to a violated constraint; an unnamed one is a fault of ours and stays a 500. */
export function answerOf(constraint: string | undefined): Refusal | undefined {
  const message = constraint === undefined ? undefined : answers[constraint];
  return message === undefined ? undefined : conflict(message);
}
