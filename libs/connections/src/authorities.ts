import tls, { type SecureContext } from 'node:tls';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Certificates of further authorities, which each connection of this process trusts. */
const further: string[] = [];

/** Inner context of Node's `SecureContext`, which its types do not name. */
interface OpenContext {
  context: { addCACert(certificate: string): void };
}

const addTo = (secure: SecureContext, certificates: readonly string[]): SecureContext => {
  const { context }: OpenContext = secure;
  certificates.forEach((certificate) => context.addCACert(certificate));
  return secure;
};

/**
 * Every TLS connection that this process opens from now on trusts these authorities as well, beside those that it trusts anyway
 * (the well-known ones and `NODE_EXTRA_CA_CERTS`, or those of the connection).
 * @param pem one or more certificates; undefined = no further ones
 */
export function trustAuthorities(pem: string | undefined): void {
  if (pem === undefined) {
    return;
  }
  if (further.length === 0) {
    const { createSecureContext } = tls;
    // Sockets of Node, and the libraries on them, take it from here; there is no setting for it before Node 22.19.
    tls.createSecureContext = (options) => addTo(createSecureContext(options), further);
  }
  further.push(...(pem.match(CERTIFICATE) ?? []));
}

/**
 * Context of a connection with authorities of its own: it trusts those, and all that other connections trust.
 * @param pem one or more certificates
 */
export const contextTrusting = (pem: string): SecureContext =>
  addTo(tls.createSecureContext(), pem.match(CERTIFICATE) ?? []);
