/** Names of the places in a sentence, which are written `{{name}}`. */
export type Places<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Places<Rest>
  : never;

const PLACE = /\{\{(\w+)\}\}/;

/** The sentence with a text in each of its places. */
export const fillPlaces = (sentence: string, textOf: (name: string) => string): string =>
  sentence.replace(new RegExp(PLACE, 'g'), (_, name: string) => textOf(name));

/** The sentence in its parts: fixed text and the name of a place take turns, beginning with a text. */
export const partsOfSentence = (sentence: string): string[] => sentence.split(PLACE);
