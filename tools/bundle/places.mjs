import { readFile, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Reduces the source map of a bundle to what a stack trace needs, so that a server can read it: where each line of our own
 * sources begins. Packages and columns are left out.
 * @param {string} file the bundle
 */
export async function reduceMap(file) {
  const map = JSON.parse(await readFile(`${file}.map`, 'utf8'));
  const places = new SourceMap(map);
  const sources = map.sources.filter(isOwn);
  const numbers = new Map(sources.map((/** @type {string} */ source, /** @type {number} */ i) => [source, i]));
  let [lastSource, lastLine] = [0, 0];
  const mappings = (await readFile(file, 'latin1')).split('\n').map((text, line) => {
    const entry = places.findEntry(line, text.search(/\S|$/));
    if (!('originalSource' in entry) || entry.generatedLine !== line || !isOwn(entry.originalSource)) {
      return '';
    }
    const source = numbers.get(entry.originalSource) ?? 0;
    const segment = [0, source - lastSource, entry.originalLine - lastLine, 0].map(vlq).join('');
    [lastSource, lastLine] = [source, entry.originalLine];
    return segment;
  });
  await writeFile(`${file}.map`, JSON.stringify({ version: 3, sources, names: [], mappings: mappings.join(';') }));
}

/** Whether the source is our own; packages may not name theirs. @param {string | null | undefined} source */
const isOwn = (source) => typeof source === 'string' && !source.includes('node_modules/');

/** Base64 VLQ (ECMA-426). @param {number} value */
function vlq(value) {
  let [rest, text] = [value < 0 ? -value * 2 + 1 : value * 2, ''];
  do {
    text += DIGITS[(rest % 32) + (rest >= 32 ? 32 : 0)];
    rest = Math.floor(rest / 32);
  } while (rest > 0);
  return text;
}
