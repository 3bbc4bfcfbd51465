import http from 'node:http';
import https from 'node:https';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';

export { contextTrusting, trustAuthorities } from './authorities.js';

const KEEP_ALIVE = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 4 } as const;

/**
 * Kept-alive connections to one origin, through the proxy that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (or their lower-case
 * forms) name for it. The variables are read once, here. `destroy()` ends the connections that are kept.
 */
export function connectionAgent(origin: URL): http.Agent {
  const isSecure = origin.protocol === 'https:';
  return proxyAgent(origin, KEEP_ALIVE) ?? (isSecure ? new https.Agent(KEEP_ALIVE) : new http.Agent(KEEP_ALIVE));
}

/** The connection to one address through that proxy, which ends with its request; `null` = none is named for it. */
export function proxyAgent(address: URL, options: http.AgentOptions = {}): http.Agent | null {
  const proxy = getProxyForUrl(address.href);
  if (proxy === '') {
    return null;
  }
  return address.protocol === 'https:' ? tunnel(proxy, address, options) : new HttpProxyAgent(proxy, options);
}

/** Checks the certificate against the address: for one in digits the agent would expect "localhost", or the name of the proxy. */
function tunnel(proxy: string, { hostname }: URL, options: http.AgentOptions): http.Agent {
  const host = hostname.replace(/^\[|\]$/g, '');
  const agent = new HttpsProxyAgent(proxy, options);
  Object.assign(agent.options, {
    checkServerIdentity: (_: string, sent: PeerCertificate) => checkServerIdentity(host, sent),
  });
  return agent;
}
