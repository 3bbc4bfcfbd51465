import { PREMIUM_FEATURES, type PremiumFeature } from '@switchyard/contracts';

/** The premium features, and whether each may be used. */
export type Features = Readonly<Record<PremiumFeature, boolean>>;

/** Port: what may be used. The one place that decides it, whatever the source. */
export interface Entitlements {
  /** @param projectId the project that would use it; `null` = the installation as a whole */
  features(projectId: number | null): Promise<Features>;
}

/** Entitlements of the settings, the same for every project: all features unless `SWITCHYARD_FEATURES` names some. */
export function configuredEntitlements(config: { SWITCHYARD_FEATURES?: readonly string[] | undefined }): Entitlements {
  const on = config.SWITCHYARD_FEATURES ?? PREMIUM_FEATURES;
  const features = Object.fromEntries(PREMIUM_FEATURES.map((name) => [name, on.includes(name)])) as Features;
  return { features: () => Promise.resolve(features) };
}
