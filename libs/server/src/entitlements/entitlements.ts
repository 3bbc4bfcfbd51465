import { type Edition, PREMIUM_FEATURES, type PremiumFeature } from '@switchyard/contracts';

/** The premium features, and whether each may be used. */
export type Features = Readonly<Record<PremiumFeature, boolean>>;

/** Port: what may be used. The one place that decides it, whatever the source. */
export interface Entitlements {
  readonly edition: Edition;
  /** @param projectId the project that would use it; `null` = the installation as a whole */
  features(projectId: number | null): Promise<Features>;
  /** Whether nobody has to activate a subscription: there is an active one, or the edition knows none. */
  isSubscribed(): Promise<boolean>;
}

/** Settings that entitlements follow. */
export interface EntitlementSettings {
  SWITCHYARD_EDITION: Edition;
  /** Premium features that may be on at all; all without it. */
  SWITCHYARD_FEATURES?: readonly string[] | undefined;
}

/**
 * Features that the edition allows, narrowed to those that the settings name. Plans of `hosted` limit runner time and caches, not
 * features.
 * @param hasSubscription whether a subscription is active at this moment; asked in the edition `subscription` alone
 */
export function createEntitlements(
  settings: EntitlementSettings,
  hasSubscription: () => Promise<boolean>,
): Entitlements {
  const edition = settings.SWITCHYARD_EDITION;
  const allowed = settings.SWITCHYARD_FEATURES ?? PREMIUM_FEATURES;
  const isSubscribed = (): Promise<boolean> => (edition === 'subscription' ? hasSubscription() : Promise.resolve(true));
  return {
    edition,
    isSubscribed,
    features: async () => featuresOf((await isSubscribed()) ? allowed : []),
  };
}

const featuresOf = (on: readonly string[]): Features =>
  Object.fromEntries(PREMIUM_FEATURES.map((name) => [name, on.includes(name)])) as Features;
