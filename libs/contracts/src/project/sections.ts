/** Lists of a backup, each of one kind of resource. */
export const BACKUP_SECTIONS = [
  'keys',
  'repositories',
  'inventories',
  'environments',
  'views',
  'templates',
  'workflows',
  'schedules',
  'integrations',
  'alert_channels',
] as const;
export type BackupSection = (typeof BACKUP_SECTIONS)[number];
