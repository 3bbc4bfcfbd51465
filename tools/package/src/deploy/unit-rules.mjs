/**
 * What is wrong with a unit file of a service, one sentence each. Its syntax is for `systemd-analyze verify`.
 * @param {string} text
 * @param {{ exists: (path: string) => boolean, settings: ReadonlySet<string> }} surroundings exists: in the checkout,
 *   below which `/opt/switchyard` stands for it
 * @returns {string[]}
 */
export function unitFaults(text, { exists, settings }) {
  const value = (/** @type {string} */ name) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];
  const environment = [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name ?? '');
  const script = /\/opt\/switchyard\/(\S+)/.exec(value('ExecStart') ?? '')?.[1];
  const wanted = { Restart: 'always', UMask: '0077', WantedBy: 'multi-user.target', StartLimitIntervalSec: '0' };
  return [
    ...(/^(root|)$/.test(value('User') ?? '') ? ['runs as root'] : []),
    ...(value('ExecStart')?.startsWith('/') ? [] : ['ExecStart must be absolute']),
    ...(script === undefined || exists(script.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts'))
      ? []
      : [`there is no ${script}`]),
    ...Object.entries(wanted).flatMap(([name, right]) => (value(name) === right ? [] : [`${name} must be ${right}`])),
    ...(value('StateDirectoryMode') === '0700' ? [] : ['others can read its state']),
    ...environment
      .filter((name) => name.startsWith('SWITCHYARD_') && !settings.has(name))
      .map((name) => `nothing reads ${name}`),
  ];
}
