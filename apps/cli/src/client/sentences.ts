import { type AnyProblem, type Language, languageOf, languageTag } from '@switchyard/contracts';
import { problemSentence } from '@switchyard/texts';

type Sentences = Readonly<Record<string, string>>;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: Sentences }>>> = {
  de: () => import('@switchyard/texts/problems/de.json', { with: { type: 'json' } }),
  en: () => import('@switchyard/texts/problems/en.json', { with: { type: 'json' } }),
  es: () => import('@switchyard/texts/problems/es.json', { with: { type: 'json' } }),
  fr: () => import('@switchyard/texts/problems/fr.json', { with: { type: 'json' } }),
  it: () => import('@switchyard/texts/problems/it.json', { with: { type: 'json' } }),
  ja: () => import('@switchyard/texts/problems/ja.json', { with: { type: 'json' } }),
  ko: () => import('@switchyard/texts/problems/ko.json', { with: { type: 'json' } }),
  nl: () => import('@switchyard/texts/problems/nl.json', { with: { type: 'json' } }),
  pl: () => import('@switchyard/texts/problems/pl.json', { with: { type: 'json' } }),
  pt: () => import('@switchyard/texts/problems/pt.json', { with: { type: 'json' } }),
  pt_br: () => import('@switchyard/texts/problems/pt_br.json', { with: { type: 'json' } }),
  ru: () => import('@switchyard/texts/problems/ru.json', { with: { type: 'json' } }),
  uk: () => import('@switchyard/texts/problems/uk.json', { with: { type: 'json' } }),
  zh_cn: () => import('@switchyard/texts/problems/zh_cn.json', { with: { type: 'json' } }),
  zh_tw: () => import('@switchyard/texts/problems/zh_tw.json', { with: { type: 'json' } }),
};

/** Puts a problem into words. */
export type SentenceOf = (problem: AnyProblem) => string;

/** Returns the function that puts problems into words. @param tag of the language, such as `de-AT`; one without a catalogue is English */
export async function sentencesOf(tag: string): Promise<SentenceOf> {
  const language = languageOf(tag) ?? 'en';
  const { default: sentences } = await LOADERS[language]();
  return (problem) => problemSentence(problem, sentences, languageTag(language));
}

/** The language of the environment by POSIX: `LC_ALL`, `LC_MESSAGES`, then `LANG`, such as `pt_BR.UTF-8`. */
export function languageOfEnvironment(env: Readonly<Record<string, string | undefined>>): string {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return locale.replace(/[.@].*$/, '').replaceAll('_', '-') || 'en';
}
