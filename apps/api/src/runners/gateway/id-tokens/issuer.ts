import type { ApiConfig } from '../../../platform/config.js';
import { publicAddress } from '../../../platform/http/public-address.js';
import { CLAIMS } from './id-token-claims.js';

/** Path of the published keys, below the issuer. */
const KEYS_PATH = '.well-known/jwks.json';

/** Names of the members are those of the specification. */
interface Discovery {
  issuer: string;
  jwks_uri: string;
  response_types_supported: string[];
  subject_types_supported: string[];
  id_token_signing_alg_values_supported: string[];
  scopes_supported: string[];
  claims_supported: string[];
}

/** The `iss` of ID tokens: the address that people use; `null` = none is configured, and there are no tokens. */
export const issuerOf = (config: Pick<ApiConfig, 'SWITCHYARD_WEB_HOST'>): string | null => publicAddress(config);

/** Provider metadata (OpenID Connect Discovery 1.0, section 3), without the endpoints of a sign-in: nobody signs in here. */
export const discoveryOf = (issuer: string): Discovery => ({
  issuer,
  jwks_uri: `${issuer}/${KEYS_PATH}`,
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid'],
  claims_supported: [...CLAIMS],
});
