import type { ApiConfig } from '../config.js';

/**
 * The address people use, without a slash at its end; `null` = none is configured. Links that leave this server start
 * with it and never with the `Host` of a request, which its sender chooses.
 */
export const publicAddress = ({ SWITCHYARD_WEB_HOST }: Pick<ApiConfig, 'SWITCHYARD_WEB_HOST'>): string | null =>
  SWITCHYARD_WEB_HOST?.replace(/\/+$/, '') ?? null;

/** The path that people reach this server below, such as `/switchyard`; '' = it has its host for itself. */
export function basePath(config: Pick<ApiConfig, 'SWITCHYARD_WEB_HOST'>): string {
  const address = publicAddress(config);
  return address === null ? '' : new URL(address).pathname.replace(/\/+$/, '');
}
