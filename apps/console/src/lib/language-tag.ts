/** Language tag for `Intl` from a catalogue code: `pt_br` → `pt-BR`, `zh_cn` → `zh-CN`, `de` → `de`. */
export function toLanguageTag(code: string): string {
  const [language = 'en', region] = code.split('_');
  return region === undefined ? language : `${language}-${region.toUpperCase()}`;
}

/** The reverse: `pt-BR` → `pt_br`. */
export const fromLanguageTag = (tag: string): string => tag.toLowerCase().replace('-', '_');
