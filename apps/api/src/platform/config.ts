import { PREMIUM_FEATURES } from '@switchyard/contracts';
import { apiSettings, settingsShape } from '@switchyard/settings';
import { z } from 'zod';
import { oidcProvidersSetting } from './oidc-config.js';

const isFeature = (name: string): boolean => PREMIUM_FEATURES.some((feature) => feature === name);
const shape = settingsShape(apiSettings);

/** Settings of the api, from the catalogue; two are looked at more closely here. */
export const apiConfigSchema = z.object({
  ...shape,
  SWITCHYARD_FEATURES: shape.SWITCHYARD_FEATURES.refine((names) => names?.every(isFeature) ?? true, {
    error: `must be of ${PREMIUM_FEATURES.join(', ')}`,
  }),
  SWITCHYARD_AUTH_OIDC_PROVIDERS: shape.SWITCHYARD_AUTH_OIDC_PROVIDERS.pipe(oidcProvidersSetting),
});

/** The parsed settings. */
export type ApiConfig = z.infer<typeof apiConfigSchema>;
