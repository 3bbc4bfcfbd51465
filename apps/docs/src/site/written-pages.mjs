import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generatedPages } from '../reference/generated-pages.mjs';
import { restPages } from '../reference/rest/rest-pages.mjs';
import { pages } from './places.mjs';

/** Texts of all pages, written and generated, by their path without extension, such as `guides/ansible`; those of REST without calls, which the built api alone knows. @returns {Map<string, string>} */
export function allPages() {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const written = files.map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(pages, name), 'utf8')]);
  const texts = [...written, ...Object.entries({ ...generatedPages(), ...restPages({ paths: {} }) })];
  return new Map(texts.map(([name = '', text = '']) => [name.replace(/\.md$/, ''), text]));
}
