/** Settings that decide how people reach the api. */
interface AddressSettings {
  SWITCHYARD_WEB_HOST?: string | undefined;
  SWITCHYARD_HOST: string;
  SWITCHYARD_PORT: number;
}

/** Addresses on which a server listens that has no address of its own. */
const EVERYWHERE = ['0.0.0.0', '::', '[::]'];

/**
 * The address that people open, without a slash at its end: the public one, or else the one that the api listens on. `null` = the
 * settings name none that anybody could open.
 */
export function reachedAddress({
  SWITCHYARD_WEB_HOST: given,
  SWITCHYARD_HOST: host,
  SWITCHYARD_PORT: port,
}: AddressSettings): string | null {
  if (given !== undefined) {
    return given.replace(/\/+$/, '');
  }
  return port === 0 || EVERYWHERE.includes(host) ? null : `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
