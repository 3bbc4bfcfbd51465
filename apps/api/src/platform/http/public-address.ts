import type { ApiConfig } from '../config.js';

/**
 * The address people use, without a slash at its end; `null` = none is configured. Links that leave this server start
 * with it and never with the `Host` of a request, which its sender chooses.
 */
export const publicAddress = ({ SWITCHYARD_WEB_HOST }: Pick<ApiConfig, 'SWITCHYARD_WEB_HOST'>): string | null =>
  SWITCHYARD_WEB_HOST?.replace(/\/+$/, '') ?? null;
