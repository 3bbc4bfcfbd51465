import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { FIRST_TEXTS } from './src/locales/first-texts.js';

interface Texts {
  [key: string]: string | Texts;
}

/** Divides a catalogue: the texts under these dotted keys, or all but them. */
function partOf(texts: Texts, isFirst: (key: string) => boolean, wanted: boolean, prefix = ''): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => {
      const key = prefix + name;
      if (typeof value === 'string' || isFirst(key)) {
        return isFirst(key) === wanted ? [[name, value]] : [];
      }
      const part = partOf(value, isFirst, wanted, `${key}.`);
      return Object.keys(part).length > 0 ? [[name, part]] : [];
    }),
  );
}

/**
 * `console/x.json?first` has the texts of a catalogue that the first page needs, `console/x.json?rest` the others. The texts
 * of problems are part of it.
 */
export const splitTexts: Plugin = {
  name: 'split-texts',
  load(id) {
    const [, folder, file, part] = /^(.+\/texts\/src)\/console\/(\w+\.json)\?(first|rest)$/.exec(id) ?? [];
    if (part === undefined) {
      return null;
    }
    const read = (set: string): Texts => {
      const path = `${folder}/${set}/${file}`;
      this.addWatchFile(path);
      return JSON.parse(readFileSync(path, 'utf8')) as Texts;
    };
    const texts = { ...read('console'), problem: read('problems') };
    const wanted = JSON.stringify(partOf(texts, (key) => FIRST_TEXTS.has(key), part === 'first'));
    return { code: `export default JSON.parse(${JSON.stringify(wanted)})`, moduleType: 'js' };
  },
};
