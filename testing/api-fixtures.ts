import { createHmac } from 'node:crypto';
import { sendOk } from './http-client.ts';
import { multipartForm } from './photo-files.ts';

// Users, projects and objects that are created through the API of a running service. Access tokens are signed here
// because long runs outlive those that the service issues.

export const secret = 'a secret for the chaos programs, long enough';
export const password = 'correct-horse-1';
const admin = { email: 'root@example.com', password };
/** Settings of a service, except those of its database. */
export const serviceSettings = { JWT_SECRET: secret, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: password, LOG_LEVEL: 'error' };

const tokenReuseMs = 30 * 60_000;

export class ApiUser {
  readonly id: string;
  readonly role: string;
  readonly email: string;
  /** The account's token version: one more after each change of the password. */
  version = 0;
  #token = '';
  #made = { at: Number.NEGATIVE_INFINITY, version: 0 };

  constructor(id: string, role: string, email: string) {
    this.id = id;
    this.role = role;
    this.email = email;
  }

  get token(): string {
    const { at, version } = this.#made;
    if (performance.now() - at > tokenReuseMs || version !== this.version) {
      this.#made = { at: performance.now(), version: this.version };
      const now = Math.floor(Date.now() / 1000);
      this.#token = sign({ sub: this.id, role: this.role, ver: this.version, iat: now - 1, exp: now + 3600 });
    }
    return this.#token;
  }
}

function sign(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

export async function signInAdmin(base: string): Promise<ApiUser> {
  const { body } = await sendOk(base, { method: 'POST', path: '/auth/login', body: admin, ip: '192.0.2.250' });
  return new ApiUser(body.user.id, 'admin', admin.email);
}

let people = 0;
/** Creates an account by the admin, which is confirmed at once. */
export async function createUser(base: string, root: ApiUser, role: string): Promise<ApiUser> {
  const name = `${role}${++people}`;
  const email = `${name}-${process.pid}@example.com`;
  const body = { email, name, password, role };
  const reply = await sendOk(base, { method: 'POST', path: '/users', token: root.token, body });
  return new ApiUser(reply.body.id, role, email);
}

/** A client with a project, its objects, and workers who are active in it. */
export interface ProjectFixture {
  client: ApiUser;
  project: number;
  objects: number[];
  workers: ApiUser[];
}

export async function createProjectFixture(base: string, root: ApiUser, workers: number): Promise<ProjectFixture> {
  const client = await createUser(base, root, 'client');
  const { token } = client;
  const project = (await sendOk(base, { method: 'POST', path: '/projects', token, body: { name: 'Tower' } })).body.id;
  const fixture: ProjectFixture = { client, project, objects: [], workers: [] };
  for (const name of ['Lobby', 'Roof']) {
    const body = { name, address: `${name} street 1` };
    fixture.objects.push((await sendOk(base, { method: 'POST', path: `/projects/${project}/objects`, token, body })).body.id);
  }
  for (let i = 0; i < workers; i++) {
    const worker = await createUser(base, root, 'worker');
    await addProjectWorker(base, fixture, worker);
    fixture.workers.push(worker);
  }
  return fixture;
}

/** Invites a worker to a project and accepts the invitation. */
export async function addProjectWorker(
  base: string,
  { client, project }: Pick<ProjectFixture, 'client' | 'project'>,
  worker: ApiUser,
): Promise<void> {
  const path = `/projects/${project}`;
  await sendOk(base, { method: 'POST', path: `${path}/workers`, token: client.token, body: { worker_id: worker.id } });
  await sendOk(base, { method: 'POST', path: `${path}/invitation/accept`, token: worker.token });
}

/** @returns a multipart form with one file, and its headers */
export const photoForm = (bytes: Buffer, name = 'lamp.jpg'): { body: Buffer; headers: Record<string, string> } =>
  multipartForm([{ name, type: 'image/jpeg', bytes }], photoBoundary);
export const photoBoundary = 'chaos-7MA4YWxkTrZu0gW';

/** @returns bytes that begin like a JPEG, different for each nonce */
export function jpeg(size: number, nonce: number): Buffer {
  const bytes = Buffer.alloc(Math.max(size, 12), nonce & 0xff);
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  bytes.writeUInt32BE(nonce >>> 0, 4);
  return bytes;
}
