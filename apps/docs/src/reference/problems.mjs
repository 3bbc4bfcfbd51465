import { PROBLEM_GROUPS } from '@switchyard/contracts';
import { page, plain, table } from './markdown.mjs';
import { REMEDIES } from './remedies.mjs';

/** @type {Record<keyof typeof PROBLEM_GROUPS, [title: string, help: string]>} */
const GROUPS = {
  ends: ['How tasks end', 'Shown at the top of the task log and in the lists of tasks.'],
  tools: ['Repositories, Ansible, Terraform and Pulumi', 'Shown at the top of the task log.'],
  jobs: ['Jobs, logs, keys and vaults', 'Shown at the top of the task log, or where a list of branches is asked for.'],
  refusals: [
    'Refused requests',
    'The request is valid, but cannot be carried out now. The sentence says what is in the way.',
  ],
  requests: [
    'Requests that were not served',
    'Correct the request. Where the sentence says to try again, wait a moment and repeat it.',
  ],
  values: [
    'Values that are not valid',
    'The answer names the field in `issues`. Correct its value and send the request again.',
  ],
  signals: ['Codes that programs act on', 'They stand in `error` of the answer as they are.'],
};

/** @param {string} code @param {string} sentence */
function row(code, sentence) {
  const remedy = /** @type {Record<string, string | undefined>} */ (REMEDIES)[code];
  return [
    `<span id="${code.toLowerCase().replaceAll('_', '-')}"></span>\`${code}\``,
    plain(sentence),
    plain(remedy ?? ''),
  ];
}

/** Every problem that a server or runner can name. */
export function problemsPage() {
  const groups = Object.entries(GROUPS).map(([name, [title, help]]) => {
    const problems = PROBLEM_GROUPS[/** @type {keyof typeof PROBLEM_GROUPS} */ (name)];
    const rows = Object.entries(problems).map(([code, sentence]) => row(code, sentence));
    return page(`## ${title}`, help, table(['Code', 'Sentence', 'What to do'], rows));
  });
  return page(
    '# Problem codes',
    'Search for the code, or for words of the sentence. Every refusal and every failure has a code that never changes its meaning; the console has its sentence in fifteen languages. Words in italics stand for values. Some codes are parts of other sentences.',
    ...groups,
  );
}
