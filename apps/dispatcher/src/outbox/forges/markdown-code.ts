/** A name that people chose: forges read neither markup nor mentions within code. */
export const code = (text: string): string => `\`${text.replaceAll(/[\s\p{Cc}\p{Cf}`]+/gu, ' ').trim() || '-'}\``;
