/** Where a PostgreSQL server listens. */
export interface Server {
  host: string;
  port: number;
}

/** The servers that an address names, and the address as drivers know it. */
export interface ServerList {
  /** Names the first server alone. */
  url: string;
  /** In the order in which they are tried. */
  servers: readonly Server[];
}

const ADDRESS = /^(?<scheme>[a-z]+:\/\/)(?<user>[^@/?#]*@)?(?<hosts>[^/?#]*)(?<rest>.*)$/i;
const HOST = /^(?<host>\[[^\]]+\]|[^:]*)(:(?<port>\d+))?$/;
const DEFAULT_PORT = 5432;

/**
 * Reads an address that may name several servers, as libpq takes it
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS):
 * `postgres://user:password@host1:5432,host2:5432/name?target_session_attrs=read-write`. No driver here knows the parameter; the one
 * that takes writes is always wanted.
 */
export function serverList(url: string): ServerList {
  const { scheme = '', user = '', hosts = '', rest = '' } = ADDRESS.exec(url)?.groups ?? {};
  const names = hosts.split(',');
  if (names.length < 2) {
    return { url, servers: [] };
  }
  return {
    url: `${scheme}${user}${names[0]}${withoutTarget(rest)}`,
    servers: names.map((name) => {
      const { host = name, port } = HOST.exec(name)?.groups ?? {};
      return { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port: Number(port ?? DEFAULT_PORT) };
    }),
  };
}

function withoutTarget(rest: string): string {
  const [path = '', query = ''] = rest.split('?', 2);
  const kept = query.split('&').filter((member) => member !== '' && !member.startsWith('target_session_attrs='));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
