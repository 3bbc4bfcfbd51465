import * as models from './kubernetes.mjs';

/** @typedef {import('./chart.mjs').Manifest} Manifest */

/**
 * @typedef {object} Pod
 * @property {Record<string, unknown>} securityContext
 * @property {boolean} automountServiceAccountToken
 * @property {ContainerOfPod[]} containers
 */
/**
 * @typedef {object} ContainerOfPod
 * @property {string} name
 * @property {string} image
 * @property {{ name: string, value?: string, valueFrom?: object }[]} env
 * @property {Record<string, unknown>} [livenessProbe]
 * @property {Record<string, unknown>} [startupProbe]
 * @property {{ requests?: object, limits?: object }} [resources]
 * @property {{ readOnlyRootFilesystem?: boolean, allowPrivilegeEscalation?: boolean, capabilities?: { drop?: string[] } }} [securityContext]
 */

const SECRET = /PASSWORD|SECRET_KEY|TOKEN$|DATABASE_URL|QUEUE_URL/;

/**
 * What is wrong with the manifests of a chart, one sentence each.
 * @param {readonly Manifest[]} manifests
 * @param {ReadonlySet<string>} settings that some program reads
 * @returns {string[]}
 */
export function manifestFaults(manifests, settings) {
  return manifests.flatMap((manifest) =>
    [
      ...models.schemaFaults(manifest),
      ...podFaults(manifest, settings),
      ...selectorFaults(manifest, manifests),
      ...(manifest.kind === 'Deployment' ? budgetFaults(manifest, manifests) : []),
    ].map((fault) => `${manifest.kind} ${manifest.metadata?.name}: ${fault}`),
  );
}

/**
 * @param {Manifest} manifest
 * @returns {Pod | undefined}
 */
function podOf({ spec }) {
  return /** @type {{ template?: { spec: Pod } } | undefined} */ (spec)?.template?.spec;
}

/**
 * @param {Manifest} manifest
 * @param {ReadonlySet<string>} settings
 */
function podFaults(manifest, settings) {
  const pod = podOf(manifest);
  if (!pod) {
    return [];
  }
  return [
    ...(pod.securityContext?.['runAsNonRoot'] === true ? [] : ['may run as root']),
    ...(pod.securityContext?.['seccompProfile'] ? [] : ['has no seccomp profile']),
    ...(pod.automountServiceAccountToken === false ? [] : ['gets a token of the cluster']),
    ...pod.containers.flatMap((container) => containerFaults(container, manifest.kind !== 'Job', settings)),
  ];
}

/**
 * @param {ContainerOfPod} container
 * @param {boolean} stays
 * @param {ReadonlySet<string>} settings
 */
function containerFaults({ image, env, livenessProbe, startupProbe, resources, securityContext }, stays, settings) {
  const rights = securityContext ?? {};
  return [
    ...(/:[^:]*\d+\.\d+[^:]*$/.test(image) ? [] : [`${image} is no exact version`]),
    ...(stays && !(livenessProbe && startupProbe) ? ['has no probes'] : []),
    ...(resources?.requests && resources.limits ? [] : ['has no requests and limits']),
    ...(rights.readOnlyRootFilesystem === true ? [] : ['may write to its image']),
    ...(rights.allowPrivilegeEscalation === false ? [] : ['may gain privileges']),
    ...(rights.capabilities?.drop?.includes('ALL') ? [] : ['keeps capabilities']),
    ...env.flatMap(({ name, value }) => [
      ...(settings.has(name) ? [] : [`nothing reads ${name}`]),
      ...(SECRET.test(name) && value !== undefined ? [`${name} stands in the open`] : []),
    ]),
  ];
}

/**
 * A selector must find a pod of this chart, and a port that a service names must be one of it.
 * @param {Manifest} manifest
 * @param {readonly Manifest[]} all
 */
function selectorFaults(manifest, all) {
  const labels = selectorOf(manifest);
  if (!labels) {
    return [];
  }
  const found = all.some((each) => podOf(each) && matches(labels, labelsOf(each)));
  return found ? [] : ['selects no pod'];
}

/** @param {Manifest} manifest */
function selectorOf({ spec }) {
  const { selector } = /** @type {{ selector?: { matchLabels?: Record<string, string> } }} */ (spec ?? {});
  return /** @type {Record<string, string> | undefined} */ (selector?.matchLabels ?? selector);
}

/** @param {Manifest} manifest */
function labelsOf({ spec }) {
  return /** @type {{ template: { metadata: { labels: Record<string, string> } } }} */ (spec).template.metadata.labels;
}

/**
 * @param {Record<string, string>} wanted
 * @param {Record<string, string>} labels
 */
function matches(wanted, labels) {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

/**
 * @param {Manifest} deployment
 * @param {readonly Manifest[]} all
 */
function budgetFaults(deployment, all) {
  const budgets = all.filter(({ kind }) => kind === 'PodDisruptionBudget');
  const found = budgets.some((budget) => matches(selectorOf(budget) ?? { none: '' }, labelsOf(deployment)));
  return found ? [] : ['has no disruption budget'];
}
