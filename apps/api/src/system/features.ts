import { PREMIUM_FEATURES } from '@switchyard/contracts';
import type { ApiConfig } from '../config.js';

/** Which premium features are on: the only place that reads the setting. */
export function premiumFeatures(config: Pick<ApiConfig, 'SWITCHYARD_FEATURES'>): Record<string, boolean> {
  const on = config.SWITCHYARD_FEATURES ?? PREMIUM_FEATURES;
  return Object.fromEntries(PREMIUM_FEATURES.map((feature) => [feature, on.includes(feature)]));
}
