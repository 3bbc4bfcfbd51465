import {
  apiSettings,
  checkedAtStart,
  commandSettings,
  dispatcherSettings,
  runnerSettings,
  stackSettings,
} from '@switchyard/settings';
import { page, plain } from './markdown.mjs';

/** @typedef {(typeof checkedAtStart)[string]} Setting */

/** Groups by the beginning of a name; the first that fits counts. @type {[title: string, pattern: RegExp][]} */
const GROUPS = [
  ['Sign-in', /^SWITCHYARD_AUTH_/],
  ['Runners', /^SWITCHYARD_RUNNER_/],
  ['Local runners', /^SWITCHYARD_LOCAL_/],
  ['Alerts and mail', /^SWITCHYARD_(ALERT|SMTP|MAIL|TELEGRAM|SLACK)/],
  ['Billing', /^SWITCHYARD_(BILLING|SUBSCRIPTION|STRIPE|PAYMENT)/],
  ['Metrics and logs', /^SWITCHYARD_(METRICS|LOG)/],
  ['Server', /^/],
];

/** Who reads a setting. @type {[reader: string, settings: object][]} */
const READERS = [
  ['npm start', stackSettings],
  ['api', apiSettings],
  ['dispatcher', dispatcherSettings],
  ['commands at the server', commandSettings],
  ['runner', runnerSettings],
];

const groupOf = (/** @type {string} */ name) => GROUPS.find(([, pattern]) => pattern.test(name))?.[0];

/** @param {[name: string, setting: Setting]} entry */
function describe([name, setting]) {
  const { default: fallback, defaultText, required, meaning, secret, value, needs, flag } = setting;
  const readers = READERS.filter(([, settings]) => Object.hasOwn(settings, name)).map(([reader]) => reader);
  const given = defaultText
    ? plain(defaultText)
    : fallback
      ? `\`${fallback}\``
      : required
        ? 'none; must be set'
        : 'none';
  const facts = [
    value && `Value: \`${value}\``,
    `Default: ${given}`,
    flag && `Option: \`--${flag}\``,
    readers.length > 0 && `Read by: ${readers.join(', ')}`,
    needs && `Needs: ${needs.map((each) => `\`${each}\``).join(', ')}`,
    secret && 'Secret',
  ];
  return page(
    `### ${name}`,
    `${plain(meaning.charAt(0).toUpperCase() + meaning.slice(1))}.`,
    facts.filter(Boolean).join(' · '),
  );
}

/** Every setting of every program. */
export function settingsPage() {
  const all = Object.entries(checkedAtStart);
  const groups = GROUPS.toReversed().map(([title]) => {
    const members = all.filter(([name]) => groupOf(name) === title);
    return members.length > 0 ? page(`## ${title}`, ...members.map(describe)) : '';
  });
  return page(
    '# Settings',
    'Set a value as an environment variable, or in the YAML file that `SWITCHYARD_CONFIG` names (a runner: `SWITCHYARD_RUNNER_CONFIG`). ' +
      'A secret can also be read from a file: put `_FILE` behind its name and give the path. ' +
      'All wrong settings are reported together before anything starts. See [Configure](../administration/configure.md).',
    ...groups.filter(Boolean),
  );
}
