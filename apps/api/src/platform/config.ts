import { PREMIUM_FEATURES } from '@switchyard/contracts';
import { apiSettings, settingsShape } from '@switchyard/settings';
import { FilterParser } from 'ldapts';
import { z } from 'zod';
import { groupRolesSetting } from './group-roles-config.js';
import { oidcProvidersSetting } from './oidc-config.js';

const isFeature = (name: string): boolean => PREMIUM_FEATURES.some((feature) => feature === name);
/** Whether a directory could read it; the library that sends it reads it the same way. */
function isSearchFilter(filter: string): boolean {
  try {
    const isClosed = filter.split('(').length === filter.split(')').length;
    return isClosed && FilterParser.parseString(filter.replace(/\{\w+\}/g, 'text')).toString() !== '';
  } catch {
    return false;
  }
}

const shape = settingsShape(apiSettings);

/** Settings of the api, from the catalogue; some are looked at more closely here. */
export const apiConfigSchema = z
  .object({
    ...shape,
    SWITCHYARD_FEATURES: shape.SWITCHYARD_FEATURES.refine((names) => names?.every(isFeature) ?? true, {
      error: `must be of ${PREMIUM_FEATURES.join(', ')}`,
    }),
    SWITCHYARD_AUTH_LDAP_FILTER: shape.SWITCHYARD_AUTH_LDAP_FILTER.refine(isSearchFilter, {
      error: 'must be a search filter such as (uid={login}), every parenthesis closed (RFC 4515)',
    }),
    SWITCHYARD_AUTH_LDAP_GROUP_FILTER: shape.SWITCHYARD_AUTH_LDAP_GROUP_FILTER.refine(
      (filter) => filter === undefined || isSearchFilter(filter),
      { error: 'must be a search filter such as (member={dn}), every parenthesis closed (RFC 4515)' },
    ),
    SWITCHYARD_AUTH_GROUP_ROLES: shape.SWITCHYARD_AUTH_GROUP_ROLES.pipe(groupRolesSetting),
    SWITCHYARD_AUTH_OIDC_PROVIDERS: shape.SWITCHYARD_AUTH_OIDC_PROVIDERS.pipe(oidcProvidersSetting),
  })
  .superRefine((config, context) => {
    const ids = config.SWITCHYARD_AUTH_OIDC_PROVIDERS.map(({ id }) => `oidc:${id}`);
    const known = new Set(config.SWITCHYARD_AUTH_LDAP_URL === undefined ? ids : [...ids, 'ldap']);
    if (config.SWITCHYARD_AUTH_GROUP_ROLES.some(({ provider }) => !known.has(provider))) {
      context.addIssue({
        code: 'custom',
        path: ['SWITCHYARD_AUTH_GROUP_ROLES'],
        message: 'must name providers that are set up: oidc: and an id of SWITCHYARD_AUTH_OIDC_PROVIDERS, or ldap',
      });
    }
  });

/** The parsed settings. */
export type ApiConfig = z.infer<typeof apiConfigSchema>;
