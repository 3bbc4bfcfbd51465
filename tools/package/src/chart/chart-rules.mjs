import { allSettings } from '../../../../libs/settings/src/catalogue.js';
import { secretFiles } from '../../../../libs/settings/src/names.js';
import { schemaFaults } from './kubernetes.mjs';

/** @typedef {import('./chart.mjs').Manifest} Manifest */
/** @typedef {Record<string, any>} Part of a manifest */

const SECRET = /PASSWORD|SECRET_KEY|TOKEN$|DATABASE_URL|QUEUE_URL/;

/**
 * Faults of the manifests of a chart, one sentence each: by Kubernetes' schemas, and by rules of our own.
 * @param {readonly Manifest[]} manifests
 * @returns {string[]}
 */
export function manifestFaults(manifests) {
  return manifests.flatMap((manifest) =>
    [
      ...schemaFaults(manifest),
      ...podFaults(manifest),
      ...(selectsNothing(manifest, manifests) ? ['selects no pod'] : []),
      ...(/^(Deployment|StatefulSet)$/.test(manifest.kind) ? budgetFaults(manifest, manifests) : []),
    ].map((fault) => `${manifest.kind} ${manifest.metadata?.name}: ${fault}`),
  );
}

/** Names of all settings that some program reads. */
const settings = new Set([...Object.keys(allSettings), ...secretFiles.keys()]);

/**
 * @param {Manifest} manifest
 * @returns {Part | undefined}
 */
const podOf = ({ spec }) => spec?.template?.spec;

/**
 * @param {Manifest} manifest
 */
function podFaults(manifest) {
  const pod = podOf(manifest);
  if (!pod) {
    return [];
  }
  const labels = Object.keys(manifest.spec.template.metadata.labels);
  const containers = [...(pod.initContainers ?? []), ...pod.containers];
  return [
    ...(pod.securityContext?.runAsNonRoot === true ? [] : ['may run as root']),
    ...(pod.securityContext?.seccompProfile ? [] : ['has no seccomp profile']),
    ...(pod.automountServiceAccountToken === false ? [] : ['gets a token of the cluster']),
    ...(labels.some((label) => /version|chart/.test(label)) ? ['is restarted by every version of the chart'] : []),
    ...(manifest.kind === 'Job' ? [] : pod.containers.flatMap(probeFaults)),
    ...containers.flatMap((container) => [...rightsFaults(container), ...variableFaults(container)]),
  ];
}

/** @param {Part} container */
function probeFaults({ livenessProbe, startupProbe }) {
  return [
    ...(livenessProbe && startupProbe ? [] : ['has no probes']),
    ...(livenessProbe?.tcpSocket ? ['calls a process alive that is stopped'] : []),
  ];
}

/** @param {Part} container */
function rightsFaults({ image, resources, securityContext = {} }) {
  return [
    ...(/:[^:]*\d+\.\d+[^:]*$/.test(image) ? [] : [`${image} is no exact version`]),
    ...(resources?.requests && resources.limits ? [] : ['has no requests and limits']),
    ...(securityContext.readOnlyRootFilesystem === true ? [] : ['may write to its image']),
    ...(securityContext.allowPrivilegeEscalation === false ? [] : ['may gain privileges']),
    ...(securityContext.capabilities?.drop?.includes('ALL') ? [] : ['keeps capabilities']),
  ];
}

/**
 * @param {Part} container
 */
function variableFaults({ env }) {
  /** @type {string[]} */
  const names = env.map((/** @type {Part} */ { name }) => name);
  const open = env.filter((/** @type {Part} */ { name, value }) => SECRET.test(name) && value !== undefined);
  return [
    ...names.filter((name, i) => names.indexOf(name) !== i).map((name) => `${name} is set twice`),
    ...names
      .filter((name) => name.startsWith('SWITCHYARD_') && !settings.has(name))
      .map((name) => `nothing reads ${name}`),
    ...open.map((/** @type {Part} */ { name }) => `${name} stands in the open`),
  ];
}

/**
 * @param {Manifest} manifest
 * @returns {Record<string, string> | undefined}
 */
function selectorOf({ kind, spec }) {
  const selector = kind === 'NetworkPolicy' ? spec.podSelector : spec?.selector;
  return selector?.matchLabels ?? selector;
}

/**
 * @param {Manifest} manifest
 * @param {readonly Manifest[]} all
 */
function selectsNothing(manifest, all) {
  const labels = selectorOf(manifest);
  return (
    labels !== undefined && !all.some((each) => podOf(each) && matches(labels, each.spec.template.metadata.labels))
  );
}

/**
 * @param {Record<string, string>} wanted
 * @param {Record<string, string>} labels
 */
function matches(wanted, labels) {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

/**
 * @param {Manifest} workload
 * @param {readonly Manifest[]} all
 */
function budgetFaults({ spec }, all) {
  const budgets = all.filter(({ kind }) => kind === 'PodDisruptionBudget');
  const found = budgets.some((budget) => matches(selectorOf(budget) ?? { none: '' }, spec.template.metadata.labels));
  return found ? [] : ['has no disruption budget'];
}
