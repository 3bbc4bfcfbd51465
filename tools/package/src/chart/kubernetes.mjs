import { messageOf } from '@switchyard/concurrency';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service, ServiceAccount } from 'kubernetes-models/v1';

/** @typedef {import('./chart.mjs').Manifest} Manifest */

/** Kubernetes' own schemas of what the chart makes. */
const models = new Map(
  Object.entries({
    'apps/v1 Deployment': Deployment,
    'apps/v1 StatefulSet': StatefulSet,
    'autoscaling/v2 HorizontalPodAutoscaler': HorizontalPodAutoscaler,
    'batch/v1 Job': Job,
    'networking.k8s.io/v1 Ingress': Ingress,
    'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
    'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
    'v1 Service': Service,
    'v1 ServiceAccount': ServiceAccount,
  }),
);

/**
 * Faults of a manifest by Kubernetes' schema.
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export function schemaFaults(manifest) {
  const Model = models.get(`${manifest.apiVersion} ${manifest.kind}`);
  if (!Model) {
    return ['is of a kind that is not known here'];
  }
  const watched = watchReads(new Model(/** @type {never} */ (manifest)));
  try {
    watched.value.validate();
  } catch (error) {
    return [messageOf(error)];
  }
  return watched.unread().map((field) => `${field} is no field that Kubernetes knows`);
}

/**
 * The schemas let unknown fields pass, but never look at them: fields that nobody read are unknown.
 * @template {object} T
 * @param {T} value
 * @returns {{ value: T, unread(): string[] }}
 */
function watchReads(value) {
  /** @type {Set<string>} */
  const fields = new Set();
  /** @type {WeakMap<object, object>} */
  const watched = new WeakMap();
  /**
   * @template {object} U
   * @param {U} target
   * @param {string} place
   * @returns {U}
   */
  const watch = (target, place) => {
    Object.keys(target).forEach((key) => fields.add(`${place}.${key}`));
    return new Proxy(target, {
      get(object, key) {
        fields.delete(`${place}.${String(key)}`);
        const inner = Reflect.get(object, key);
        if (typeof inner !== 'object' || inner === null) {
          return inner;
        }
        const known = watched.get(inner) ?? watch(inner, `${place}.${String(key)}`);
        watched.set(inner, known);
        return known;
      },
    });
  };
  return { value: watch(value, ''), unread: () => [...fields] };
}
