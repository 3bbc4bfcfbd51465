import { PREMIUM_FEATURES } from '@switchyard/contracts';
import { apiSettings, settingsShape } from '@switchyard/settings';
import { FilterParser } from 'ldapts';
import { z } from 'zod';
import { oidcProvidersSetting } from './oidc-config.js';

const isFeature = (name: string): boolean => PREMIUM_FEATURES.some((feature) => feature === name);
/** Whether a directory could read it; the library that sends it reads it the same way. */
function isSearchFilter(filter: string): boolean {
  try {
    const isClosed = filter.split('(').length === filter.split(')').length;
    return isClosed && FilterParser.parseString(filter.replaceAll('{login}', 'login')).toString() !== '';
  } catch {
    return false;
  }
}

const shape = settingsShape(apiSettings);

/** Settings of the api, from the catalogue; three are looked at more closely here. */
export const apiConfigSchema = z.object({
  ...shape,
  SWITCHYARD_FEATURES: shape.SWITCHYARD_FEATURES.refine((names) => names?.every(isFeature) ?? true, {
    error: `must be of ${PREMIUM_FEATURES.join(', ')}`,
  }),
  SWITCHYARD_AUTH_LDAP_FILTER: shape.SWITCHYARD_AUTH_LDAP_FILTER.refine(isSearchFilter, {
    error: 'must be a search filter such as (uid={login}), every parenthesis closed (RFC 4515)',
  }),
  SWITCHYARD_AUTH_OIDC_PROVIDERS: shape.SWITCHYARD_AUTH_OIDC_PROVIDERS.pipe(oidcProvidersSetting),
});

/** The parsed settings. */
export type ApiConfig = z.infer<typeof apiConfigSchema>;
