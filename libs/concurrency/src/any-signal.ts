/** The sources of a signal, for as long as the signal lives. */
const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * A signal that is aborted with the first of `signals`, for the same reason.
 *
 * In place of `AbortSignal.any`, which holds its sources weakly: an `AbortSignal.timeout` that nothing else holds is collected with its
 * timer, and the signal is never aborted (https://github.com/nodejs/node/issues/57736).
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const first = AbortSignal.any([...signals]);
  sources.set(first, signals);
  return first;
}
