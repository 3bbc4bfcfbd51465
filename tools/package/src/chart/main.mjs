/** `npm run check:chart`: renders the chart by Go's own templates and holds the manifests against Kubernetes' schemas. */
import { ensureInstalled } from '../check/debian-packages.mjs';
import { Proofs, same } from '../check/proofs.mjs';
import { buildRenderer, renderChart } from './chart.mjs';
import { manifestFaults } from './chart-rules.mjs';

/** @typedef {import('./chart.mjs').Manifest} Manifest */
/** @typedef {import('./chart.mjs').Values} Values */

const PACKAGES = ['golang-go', 'golang-github-masterminds-sprig-dev', 'golang-k8s-sigs-yaml-dev'];

const least = {
  existingSecret: 'switchyard',
  webHost: 'https://switchyard.example.com',
  admin: { email: 'a@b.c' },
  image: { registry: 'registry.example.com' },
};
const placing = {
  env: { SWITCHYARD_LOG_LEVEL: 'debug', HTTPS_PROXY: 'http://proxy:3128' },
  envFrom: [{ secretRef: { name: 'more' } }],
  extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
  extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca', readOnly: true }],
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'only', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: { podAntiAffinity: {} },
  podAnnotations: { a: 'b' },
};
const everything = {
  ...least,
  image: { registry: 'registry.example.com:5000', tag: '1.2.3', pullSecrets: ['pull'] },
  api: { ...placing, autoscaling: { enabled: true }, env: { ...placing.env, SWITCHYARD_TRUST_PROXY: 'false' } },
  dispatcher: placing,
  runner: { ...placing, replicas: 3, tags: ['a', 'b'], storageClassName: 'fast' },
  networkPolicy: { enabled: true, apiFrom: [{ namespaceSelector: {} }] },
  ingress: { enabled: true, host: 'switchyard.example.com', tlsSecret: 'tls', className: 'nginx' },
};

/** @type {[string, Values, RegExp][]} */
const REFUSED = [
  ['no registry, since none has the images', { image: { registry: '' } }, /image\/registry/],
  ['no Secret', { existingSecret: '' }, /existingSecret/],
  ['an address without a scheme', { webHost: 'switchyard.example.com' }, /webHost/],
  ['the tag latest', { image: { registry: 'a', tag: 'latest' } }, /image\/tag/],
  ['a misspelt value', { runner: { replica: 2 } }, /additional properties/],
  ['an ingress without a host', { ingress: { enabled: true } }, /ingress\/host/],
  ['a secret in the open', { api: { env: { SWITCHYARD_SECRET_KEY: 'x' } } }, /api\/env/],
];

process.exitCode = await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

async function main() {
  await ensureInstalled(PACKAGES);
  await buildRenderer();
  const { prove, conclude } = bound(new Proofs());
  for (const [name, values] of Object.entries({
    least,
    everything,
    'no runner': { ...least, runner: { replicas: 0 } },
  })) {
    await prove(`manifests without faults come from ${name}`, async () =>
      same(manifestFaults(await renderChart(values)), []),
    );
  }
  for (const [name, values, fault] of REFUSED) {
    await prove(`${name} is refused`, async () => {
      const outcome = await renderChart({ ...least, ...values }).then(() => 'accepted', String);
      same(fault.test(outcome), true, outcome);
    });
  }
  await prove('a variable of the values wins over that of the chart', async () => {
    const variables = containerOf(await renderChart(everything), 'Deployment', '-api').env;
    same(variables.find(({ name }) => name === 'SWITCHYARD_TRUST_PROXY')?.value, 'false');
  });
  await prove('a runner registers in a step of its own and never has the token', async () => {
    const manifests = await renderChart(least);
    const token = (/** @type {{ env: { name: string }[] }} */ { env }) =>
      env.some(({ name }) => name === 'SWITCHYARD_RUNNER_REGISTRATION_TOKEN');
    const runner = manifests.find(({ kind }) => kind === 'StatefulSet')?.spec.template.spec;
    same([runner.initContainers.map(token), runner.containers.map(token)], [[true], [false]]);
  });
  await prove('names stay short enough, and apart, for long releases', async () => {
    const long = 'a'.repeat(52);
    const [one, other] = [await renderChart(everything, `${long}b`), await renderChart(everything, `${long}c`)];
    same(
      one.filter(({ metadata }) => metadata.name.length > 52),
      [],
    );
    same(
      one.filter(({ metadata }) => other.some((each) => each.metadata.name === metadata.name)),
      [],
    );
  });
  return conclude();
}

/** @param {Proofs} proofs */
function bound(proofs) {
  return { prove: proofs.prove.bind(proofs), conclude: proofs.conclude.bind(proofs) };
}

/**
 * @param {readonly Manifest[]} manifests
 * @param {string} kind
 * @param {string} suffix of the name
 * @returns {{ env: { name: string, value?: string }[] }}
 */
function containerOf(manifests, kind, suffix) {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name.endsWith(suffix));
  return found?.spec.template.spec.containers[0];
}
