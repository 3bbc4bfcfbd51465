import { z } from 'zod';

/** A TCP port; 0 lets the system choose. */
export const portSetting = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65_535, 'must be a port number');

/** `true`/`false`, `1`/`0`, `yes`/`no`, `on`/`off`. */
export const booleanSetting = z.stringbool({ error: 'must be true or false' });

/** Comma-separated names, trimmed; `none` is the empty list. */
export const listSetting = z.string().transform((text) =>
  text.trim() === 'none'
    ? []
    : text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
);

/** A whole number within bounds. */
export function integerSetting(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error);
}

/** An address with one of these schemes, such as `postgres:`. The value itself never appears in the fault. */
export function urlSetting(...protocols: string[]) {
  const error = `must be an address like ${protocols.map((protocol) => `${protocol}//…`).join(' or ')}`;
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), { error });
}
