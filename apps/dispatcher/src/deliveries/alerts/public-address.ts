import type { DispatcherConfig } from '../../config.js';

const EVERYWHERE = ['0.0.0.0', '::', '[::]'];

/** The address that people open, without a slash at its end; null when the settings name none that anybody could. */
export function publicAddress({
  SWITCHYARD_WEB_HOST: given,
  SWITCHYARD_HOST: host,
  SWITCHYARD_PORT: port,
}: Pick<DispatcherConfig, 'SWITCHYARD_WEB_HOST' | 'SWITCHYARD_HOST' | 'SWITCHYARD_PORT'>): string | null {
  if (given !== undefined) {
    return given.replace(/\/+$/, '');
  }
  return port === 0 || EVERYWHERE.includes(host) ? null : `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
