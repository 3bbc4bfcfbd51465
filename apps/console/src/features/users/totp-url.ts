/** The key of an `otpauth:` address, in base 32. */
export const keyOf = (url: string): string => new URL(url).searchParams.get('secret') ?? '';

/** In groups of four, as people type it; apps ignore the spaces. */
export const groupedKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ');
