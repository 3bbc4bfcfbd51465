import type { HistoricTask } from '../imports/historic-task.js';

const HOUR_MS = 3_600_000;

/** So many hours ago. */
export const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

/** A task of another product that succeeded an hour ago, with two lines of log. */
export const historicTask = (
  templateId: number,
  sourceId: number,
  members: Partial<HistoricTask> = {},
): HistoricTask => ({
  sourceId,
  templateId,
  status: 'success',
  created: ago(3),
  started: ago(2),
  ended: ago(1),
  userId: null,
  stranger: null,
  message: '',
  playbook: '',
  environment: '{}',
  arguments: null,
  gitBranch: null,
  version: null,
  commitHash: null,
  commitMessage: '',
  inventoryId: null,
  buildSourceId: null,
  params: {},
  log: [{ time: ago(2).getTime(), text: 'Run\nok' }],
  hosts: [],
  errors: [],
  ...members,
});
