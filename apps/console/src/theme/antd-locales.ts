import { own } from '@switchyard/contracts';
import type { Locale } from 'antd/es/locale';

/** The texts inside of Ant Design's parts. English is built in. */
const loaders: Readonly<Record<string, () => Promise<{ default: Locale }>>> = {
  de: () => import('antd/es/locale/de_DE'),
  es: () => import('antd/es/locale/es_ES'),
  fr: () => import('antd/es/locale/fr_FR'),
  it: () => import('antd/es/locale/it_IT'),
  ja: () => import('antd/es/locale/ja_JP'),
  ko: () => import('antd/es/locale/ko_KR'),
  nl: () => import('antd/es/locale/nl_NL'),
  pl: () => import('antd/es/locale/pl_PL'),
  pt: () => import('antd/es/locale/pt_PT'),
  pt_br: () => import('antd/es/locale/pt_BR'),
  ru: () => import('antd/es/locale/ru_RU'),
  uk: () => import('antd/es/locale/uk_UA'),
  zh_cn: () => import('antd/es/locale/zh_CN'),
  zh_tw: () => import('antd/es/locale/zh_TW'),
};

const loaded = new Map<string, Locale>();

/** Fetches the texts of Ant Design for a catalogue, so that {@link antdLocale} has them. */
export async function loadAntdLocale(code: string): Promise<void> {
  const module = await own(loaders, code)?.();
  if (module !== undefined) {
    loaded.set(code, module.default);
  }
}

export const antdLocale = (code: string): Locale | undefined => loaded.get(code);
