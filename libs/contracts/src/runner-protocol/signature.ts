/**
 * Authentication of runner calls. Runner and control plane each have a static X25519 pair; `nacl.box.before` of the
 * two gives one shared 32-byte key, which signs every request and seals every job. A stolen token alone opens nothing.
 *
 * Headers of every call but `info`:
 *
 * | header | value |
 * | --- | --- |
 * | `authorization` | `Bearer <runner token>` |
 * | `x-switchyard-protocol` | {@link PROTOCOL_VERSION} |
 * | `x-switchyard-time` | epoch milliseconds by the control plane's clock (the runner corrects its own by `info`) |
 * | `x-switchyard-nonce` | 16 random bytes, base64url, never used twice |
 * | `x-switchyard-signature` | HMAC-SHA256 over {@link signedText} with the shared key, lower-case hex |
 *
 * A time more than {@link MAX_CLOCK_SKEW_MS} away answers 401 `CLOCK_SKEW` with the server's time in
 * `x-switchyard-time`; a nonce seen before answers 401 `REPLAYED`; anything else wrong 401 `BAD_SIGNATURE` or, for an
 * unknown token, 401 `UNKNOWN_RUNNER`.
 */
export const MAX_CLOCK_SKEW_MS = 60_000;

export const RUNNER_HEADERS = {
  protocol: 'x-switchyard-protocol',
  time: 'x-switchyard-time',
  nonce: 'x-switchyard-nonce',
  signature: 'x-switchyard-signature',
} as const;

/**
 * The text under the signature.
 * @param path request path with its leading slash, without query
 * @param bodyHash SHA-256 of the body bytes in lower-case hex (of the empty string when there is no body)
 */
export function signedText(method: string, path: string, time: string, nonce: string, bodyHash: string): string {
  return [method.toUpperCase(), path, time, nonce, bodyHash].join('\n');
}
