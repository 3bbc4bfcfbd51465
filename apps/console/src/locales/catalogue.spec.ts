import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ACTIVITIES, FINDINGS, LANGUAGES, PROBLEMS, REMEDIES } from '@switchyard/contracts';
import { consoleCatalogue } from '@switchyard/texts/testing';

type Entries = Record<string, unknown>;

/** `{ a: { b: 'x' } }` → `['a.b']`. */
function keysOf(entries: Entries, prefix = ''): string[] {
  return Object.entries(entries).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value as Entries, `${prefix}${name}.`),
  );
}

const english: Entries = consoleCatalogue('en');
const plural = /_(?:zero|one|two|few|many|other)$/;
const source = join(import.meta.dirname, '..');
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

/** Keys that the code names whole: `t('a.b')`. */
const literal = new Set([...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key));
/** Groups that the code reads whole: `t('a.b', { returnObjects: true })`. */
const groups = [...code.matchAll(/\bt\(\s*'([^']+)',\s*\{ returnObjects: true/g)].map(([, key = '']) => `${key}.`);
/** Keys with a variable part: `a.${word}.b` as an expression. */
const computed = [...code.matchAll(/\bt\(\s*`([^`]+)`/g)].map(
  ([, key = '']) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')}$`),
);

const known = keysOf(english);
const names = new Set(known.map((key) => key.replace(plural, '')));

describe('pictures', () => {
  it('should hold no text, which no language could change', () => {
    const files = readdirSync(join(source, 'assets'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.\w+$/.test(file),
    );
    const drawn = (file: string): boolean =>
      file.endsWith('.svg') && !readFileSync(join(source, 'assets', file), 'utf8').includes('<text');
    expect(files.length).toBeGreaterThan(LANGUAGES.length);
    expect(files.filter((file) => !drawn(file))).toEqual([]);
  });
});

describe('the English catalogue', () => {
  it('should have every text that the code uses', () => {
    const missing = [...literal].filter((key) => !names.has(key) && !groups.includes(`${key}.`));
    expect(missing).toEqual([]);
    expect(computed.filter((pattern) => ![...names].some((key) => pattern.test(key)))).toEqual([]);
  });

  it('should have no text that the code never uses', () => {
    const isUsed = (key: string): boolean =>
      literal.has(key) ||
      groups.some((group) => key.startsWith(group)) ||
      computed.some((pattern) => pattern.test(key));
    expect([...names].filter((key) => !isUsed(key))).toEqual([]);
  });

  const texts = known.map((key) => key.split('.').reduce<unknown>((at, part) => (at as Entries)[part], english));

  it('should have no verb of speech for what the system does, and no invented word', () => {
    const odd =
      /\b(told|tells?|says?|said|hears?|heard|news|speaks?|whoever|mend(s|ed)?|anew|in vain|beside each other)\b/i;
    expect(texts.filter((text) => odd.test(String(text)))).toEqual([]);
  });

  it('should have no empty text and both forms of every plural', () => {
    expect(texts.filter((text) => typeof text !== 'string' || text.trim() === '')).toEqual([]);
    const counted = known.filter((key) => key.endsWith('_one')).map((key) => key.replace('_one', '_other'));
    expect(counted.filter((key) => !known.includes(key))).toEqual([]);
  });

  it.each([
    ['problem', english.problem, PROBLEMS],
    ['activity', (english.activity as Entries).words, ACTIVITIES],
    ['finding', (english.doctor as Entries).findings, FINDINGS],
    ['remedy', (english.doctor as Entries).remedies, REMEDIES],
  ])('should have a text for every %s that a server can name, with the same parameters', (_, own, sentences) => {
    const parameters = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
    const texts = own as Record<string, string>;
    expect(Object.keys(texts).sort()).toEqual(Object.keys(sentences).sort());
    for (const [code, sentence] of Object.entries(sentences)) {
      expect([code, parameters(texts[code] ?? '')]).toEqual([code, parameters(sentence)]);
    }
  });
});
