import { z } from 'zod';

/**
 * Why a part of a launch was left out: the template does not let it be overridden; the app has no such option; the
 * variable is neither declared nor allowed; its name is not valid; its name changes how the runner starts its tools; there
 * were more, and `name` is their number.
 */
export const IgnoredReason = z.enum([
  'not_allowed',
  'no_such_option',
  'not_declared',
  'bad_name',
  'reserved',
  'others',
]);
export type IgnoredReason = z.infer<typeof IgnoredReason>;

/** Most entries of a task, and most characters of a name in them. */
export const MAX_IGNORED = 20;
const MAX_SHOWN_NAME = 100;

/** A part of a launch that was left out. */
export const Ignored = z.object({
  kind: z.enum(['option', 'variable']),
  /** As the launch named it, cut, without characters that cannot be shown. */
  name: z.string(),
  reason: IgnoredReason,
});
export type Ignored = z.infer<typeof Ignored>;

/** The entries as they are stored and shown: each once, names fit to be shown, at most {@link MAX_IGNORED}. */
export function boundedIgnored(all: readonly Ignored[]): Ignored[] {
  const shown = new Map(all.map((entry) => [`${entry.kind} ${entry.name}`, entry]));
  const entries = [...shown.values()].map((entry) => ({ ...entry, name: shownName(entry.name) }));
  if (entries.length <= MAX_IGNORED) {
    return entries;
  }
  const rest = entries.length - MAX_IGNORED + 1;
  return [...entries.slice(0, MAX_IGNORED - 1), { kind: 'variable', name: String(rest), reason: 'others' }];
}

/** A name that anybody may have sent: control, direction and other invisible characters are replaced, the rest is cut. */
export function shownName(name: string): string {
  const text = name.slice(0, MAX_SHOWN_NAME).replace(/[\p{C}\p{Z}]/gu, '\ufffd');
  return name.length > MAX_SHOWN_NAME ? `${text}…` : text;
}
