import { BACKUP_SECTIONS } from '@switchyard/contracts';

/** Members of a backup's settings that files hold: kind and secrets of a project are none. */
const SETTINGS = ['name', 'alert', 'alert_chat', 'max_parallel_tasks'] as const;

/** The content of each file of a project, by its name. */
export function filesOfProject(backup: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const meta = backup['meta'] as Readonly<Record<string, unknown>>;
  const settings = SETTINGS.flatMap((name) => (name in meta ? [[name, meta[name]] as const] : []));
  return new Map<string, unknown>([
    ['project.yaml', { project: Object.fromEntries(settings) }],
    ...BACKUP_SECTIONS.map((section) => [`${section}.yaml`, { [section]: backup[section] ?? [] }] as const),
  ]);
}
