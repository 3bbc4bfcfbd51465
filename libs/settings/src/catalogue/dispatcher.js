import { integer } from '../types.js';

const limit = integer(0, 10_000_000);

/** Settings of the dispatcher alone. */
export const dispatcherOnlySettings = {
  SWITCHYARD_DISPATCHER_PORT: {
    type: integer(0, 65_535, 'must be a port number'),
    default: '0',
    value: 'PORT',
    meaning: 'port of GET /api/health and GET /metrics of the dispatcher; 0 = no HTTP at all',
  },
  SWITCHYARD_CONFIRMATION_TIMEOUT_MINUTES: {
    type: limit,
    default: '0',
    value: 'MINUTES',
    meaning: 'time after which a plan without a decision is given up; 0 = never',
  },
  SWITCHYARD_WORKSPACE_HOLD_MINUTES: {
    type: limit,
    default: '240',
    value: 'MINUTES',
    meaning: 'the same while another task waits for the workspace of the plan; 0 = until somebody decides',
  },
  SWITCHYARD_MAX_TASKS_PER_TEMPLATE: {
    type: limit,
    default: '0',
    value: 'COUNT',
    meaning: 'newest finished tasks of every template that are kept; 0 = all',
  },
  SWITCHYARD_MAX_TASK_AGE_DAYS: {
    type: limit,
    default: '0',
    value: 'DAYS',
    meaning: 'how long finished tasks are kept; 0 = for ever',
  },
  SWITCHYARD_LOG_ARCHIVE_HOURS: {
    type: integer(0, 87_600),
    default: '24',
    value: 'HOURS',
    meaning: 'time after the end of a task when its log moves to the bucket of SWITCHYARD_BLOB_URL; 0 = never',
  },
  SWITCHYARD_AUDIT_DAYS: {
    type: integer(0, 36_500),
    default: '0',
    value: 'DAYS',
    meaning: 'how long audit records are kept; 0 = for ever',
  },
  SWITCHYARD_STATE_VERSIONS: {
    type: limit,
    default: '100',
    value: 'COUNT',
    meaning: 'newest versions of the Terraform state of every workspace that are kept; 0 = all',
  },
  SWITCHYARD_STATE_AGE_DAYS: {
    type: limit,
    default: '0',
    value: 'DAYS',
    meaning: 'how long versions of Terraform states are kept, but for the current ones; 0 = for ever',
  },
};
