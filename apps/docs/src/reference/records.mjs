import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../site/places.mjs';
import { page } from './markdown.mjs';

const RECORDS = path.join(root, 'tools/adr');

/** Records by topic, by their numbers. A spec finds one that stands nowhere. @type {Record<string, number[]>} */
export const TOPICS = {
  'Tasks and dispatch': [1, 3, 9, 11, 15, 20, 24, 28, 35, 36, 41, 43, 52, 77, 78, 79, 81, 96, 97, 98, 101, 106],
  Logs: [2, 61, 62, 63, 64, 65],
  'Runners and isolation': [5, 10, 12, 13, 17, 18, 46, 67, 69, 70, 71, 75, 76, 82, 90, 100, 107],
  'Terraform and plans': [37, 42, 48, 49, 80],
  'Security and sign-in': [6, 8, 14, 19, 21, 51, 53, 66, 72, 99, 108],
  'Webhooks, alerts and integrations': [22, 38, 39, 40, 85, 86, 89, 91, 92, 95, 104],
  Operation: [4, 23, 26, 30, 45, 47, 54, 55, 56, 74, 83, 87, 88, 94, 105],
  Console: [16, 50, 57, 103],
  'Code and tests': [7, 25, 27, 29, 32, 34, 68, 73, 84],
};

/** The decisions with their numbers. @returns {{ number: number, file: string, title: string, status: string, text: string }[]} */
export const records = () =>
  readdirSync(RECORDS)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(RECORDS, file), 'utf8');
      const [title = '', , status = ''] = text.split('\n');
      return {
        number: Number(file.slice(0, 4)),
        file,
        text,
        title: title.replace(/^# \d+: /, ''),
        status: status.replace(/^Status: ([^.]*)\..*$/, '$1'),
      };
    });

/** The index of the records. */
export function recordsPage() {
  const all = records();
  const sections = Object.entries(TOPICS).map(([topic, numbers]) => {
    const lines = all
      .filter(({ number }) => numbers.includes(number))
      .map(({ title, file, status }) => `- ${title} (\`${file}\`)${status === 'accepted' ? '' : `: *${status}*`}`);
    return `## ${topic}\n\n${lines.join('\n')}`;
  });
  return page(
    '# Decision records',
    'A record says what was decided, why, and what follows. The files are in `tools/adr` of the source. Add one when a choice would surprise the next engineer: copy `tools/adr/TEMPLATE.md`. The title is the decision, and 300 words are the limit. A record without a note is in force.',
    ...sections,
  );
}
