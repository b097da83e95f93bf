import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { parse } from 'yaml';
import { shutdownTimeoutMs } from '../src/platform/http/graceful-shutdown.ts';

// The manifests of ops/kubernetes, by the schemas of Kubernetes and without a cluster.

const root = join(import.meta.dirname, '..');
const textOf = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const manifest = (file: string) => parse(textOf('ops', 'kubernetes', file));
const kustomization = manifest('kustomization.yaml');
const resources: string[] = kustomization.resources;
const deployment = manifest('deployment.yaml');
const pod = deployment.spec.template.spec;
const [container] = pod.containers;

const models = { ConfigMap, Deployment, Ingress, PodDisruptionBudget, Service };
/** Where the types of these kinds are. */
const modules: Record<keyof typeof models, string> = {
  ConfigMap: 'v1',
  Service: 'v1',
  Deployment: 'apps/v1',
  Ingress: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
};
const isKnown = (kind: string): kind is keyof typeof models => Object.hasOwn(models, kind);

/** Type errors of values that were parsed: fields that the kind does not have among them, which the schemas let pass. */
function typeErrors(values: { kind: keyof typeof models; given: object }[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'callout-kubernetes-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'manifest.ts');
  const lines = values.map(
    ({ kind, given }, i) =>
      `export const given${i}: import('kubernetes-models/${modules[kind]}').I${kind} = ${JSON.stringify(given)};\n`,
  );
  writeFileSync(file, lines.join(''));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig', '--pretty', 'false', file];
  const { stdout, stderr } = spawnSync(join(root, 'bin', 'with-node'), ['tsc', ...options], { cwd: folder, encoding: 'utf8' });
  return `${stdout}${stderr}`.trim().split('\n');
}

describe('ops/kubernetes', () => {
  it('the kustomization has every manifest of the folder', () => {
    const files = readdirSync(join(root, 'ops', 'kubernetes')).filter((name) => /\.yaml$/.test(name));
    assert.deepEqual([...resources, 'kustomization.yaml'].sort(), files.sort());
  });

  it('the manifests are valid by the schemas and types of their kinds, which refuse what is wrong', () => {
    const values = resources.map((file) => {
      const given = manifest(file);
      const { kind }: { kind: string } = given;
      assert(isKnown(kind), kind);
      const model = new models[kind](given);
      assert.equal(model.apiVersion, given.apiVersion);
      model.validate();
      assert.throws(() => new models[kind]({ ...given, metadata: { name: 5 } }).validate(), kind);
      return { kind, given };
    });
    const wrong = values.map(({ kind, given }) => ({ kind, given: { ...given, unknownField: 1 } }));
    const errors = typeErrors([...values, ...wrong]);
    assert.equal(errors.length, wrong.length, errors.join('\n'));
    for (const [i, error] of errors.entries()) {
      assert(error.startsWith(`manifest.ts(${values.length + i + 1},`) && error.includes('unknownField'), error);
    }
  });

  it('settings and secrets have the names that the service reads, and no secret stands in a manifest', () => {
    const known = new Set([...textOf('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));
    const secrets = [...textOf('ops', 'kubernetes', 'secrets.env.example').matchAll(/^([A-Z_0-9]+)=(.*)$/gm)];
    const settings = Object.keys(manifest('configmap.yaml').data);
    assert.deepEqual(
      [...settings, ...secrets.map(([, name]) => name)].filter((name) => !known.has(String(name))),
      [],
    );
    assert(secrets.every(([, , value]) => value === ''));
    assert(settings.every((name) => !/SECRET|PASSWORD|TOKEN|KEY|DATABASE_URL/.test(name)));
  });

  it('pods run as any user but root, without rights, on an image that they cannot change', () => {
    assert.deepEqual(pod.securityContext, { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.equal(pod.automountServiceAccountToken, false);
    const writable = container.volumeMounts.map(({ name }: { name: string }) =>
      pod.volumes.find((volume: { name: string }) => volume.name === name),
    );
    assert.deepEqual(
      writable.filter((volume: { emptyDir?: object }) => !volume?.emptyDir),
      [],
    );
    assert(container.resources.limits.memory);
    // Kubernetes can tell of a number only that it is not root.
    assert.match(textOf('Dockerfile'), /^USER [1-9]\d*$/m);
  });

  it('a pod may take longer to stop than the service needs after the pause for proxies', () => {
    const [, seconds] = container.lifecycle.preStop.exec.command;
    assert(pod.terminationGracePeriodSeconds > Number(seconds) + shutdownTimeoutMs / 1_000);
  });

  it('names and labels of the manifests fit each other', () => {
    const { labels } = deployment.spec.template.metadata;
    const service = manifest('service.yaml');
    for (const selector of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      manifest('disruption-budget.yaml').spec.selector.matchLabels,
      pod.topologySpreadConstraints[0].labelSelector.matchLabels,
    ]) {
      assert.deepEqual(selector, labels);
    }
    const ports = container.ports.map(({ name }: { name: string }) => name);
    assert(ports.includes(service.spec.ports[0].targetPort));
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      assert(ports.includes(container[probe].httpGet.port));
    const { backend } = manifest('ingress.yaml').spec.rules[0].http.paths[0];
    assert.deepEqual(backend.service, { name: service.metadata.name, port: { name: service.spec.ports[0].name } });
    assert.deepEqual(
      container.envFrom.map((source: object) => Object.keys(source)[0]),
      ['configMapRef', 'secretRef'],
    );
    assert(kustomization.images.some(({ name }: { name: string }) => name === container.image));
  });

  const kubectl = spawnSync('kubectl', ['kustomize', 'ops/kubernetes'], { cwd: root, encoding: 'utf8' });

  it('kubectl builds the kustomization', { skip: kubectl.error && 'kubectl is not installed here' }, () => {
    assert.equal(kubectl.status, 0, kubectl.stderr);
    assert.equal(kubectl.stdout.split('\n---\n').length, resources.length);
    assert.match(kubectl.stdout, /image: ghcr\.io\/OWNER\/callout:v/);
  });
});

it('the release builds the image for amd64 and arm64 and gives both one tag', () => {
  const { jobs } = parse(textOf('.github', 'workflows', 'release.yml'));
  const { strategy, steps } = jobs['platform-image'];
  assert.deepEqual(
    strategy.matrix.include.map(({ platform }: { platform: string }) => platform),
    ['amd64', 'arm64'],
  );
  const build = steps.find(({ uses = '' }: { uses?: string }) => uses.startsWith('docker/build-push-action'));
  assert.match(build.with.platforms, /^linux\/\$\{\{ matrix\.platform \}\}$/);
  const merge = jobs.image.steps.map(({ run = '' }: { run?: string }) => run).join('\n');
  assert.match(merge, /imagetools create --tag "\$IMAGE" "\$IMAGE-amd64" "\$IMAGE-arm64"/);
});
