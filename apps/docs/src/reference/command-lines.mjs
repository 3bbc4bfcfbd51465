import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../site/places.mjs';
import { page } from './markdown.mjs';

const GOLDEN = path.join(root, 'apps/runner/src/executors/golden');

/** @typedef {{ command: string[], cwd: string }} Call */

/** A word as a shell takes it. @param {string} word */
const quoted = (word) => (/^[\w./:=@,+<>-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** @param {[title: string, calls: Call[]]} entry */
function describe([title, calls]) {
  const lines = calls.map(({ command }) => command.map(quoted).join(' '));
  return `### ${title.charAt(0).toUpperCase() + title.slice(1)}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``;
}

/** Exact calls of the tools, from the files that the specs of the runner compare with. */
export function commandLinesPage() {
  const files = readdirSync(GOLDEN).filter((file) => file.endsWith('.golden.json'));
  const apps = files.map((file) => {
    const cases = JSON.parse(readFileSync(path.join(GOLDEN, file), 'utf8'));
    return page(`## ${file.replace('.golden.json', '')}`, ...Object.entries(cases).map(describe));
  });
  return page(
    '# Command lines of the tools',
    'How a runner calls each tool, by example. The specs of the runner hold these lines. No shell is involved: every argument reaches the tool as it is. `<attempt>` is the private directory of the attempt.',
    ...apps,
  );
}
