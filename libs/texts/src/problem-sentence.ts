import { type AnyProblem, fillPlaces, isCount, isTextList, own } from '@switchyard/contracts';

/**
 * The sentence of a problem; its code when this version does not know it.
 * @param sentences those of one language, by code
 * @param tag BCP 47 tag of that language
 */
export function problemSentence(
  { code, params }: AnyProblem,
  sentences: Readonly<Record<string, string>>,
  tag: string,
): string {
  return fillPlaces(own(sentences, code) ?? code, (name) => {
    const value = own(params, name) ?? '';
    if (isTextList(value)) {
      return new Intl.ListFormat(tag).format(value);
    }
    return typeof value === 'object' ? problemSentence(value, sentences, tag) : valueText(name, value, tag);
  });
}

/** A value of a text; a number of things is grouped as the language does. */
const valueText = (name: string, value: string | number, tag: string): string =>
  typeof value === 'number' && isCount(name) ? new Intl.NumberFormat(tag).format(value) : String(value);
