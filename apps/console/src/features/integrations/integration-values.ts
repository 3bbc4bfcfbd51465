import {
  type HmacAlgorithm,
  type Integration,
  type IntegrationAuthMethod,
  IntegrationInput,
  needsAuthHeader,
  type Sender,
} from '@switchyard/contracts';
import { emptyAt, type FormIssue, formIssues } from '../../lib/form-issues.js';

/** Values of the dialog of an integration, beside its launch parameters. */
export interface IntegrationValues {
  name: string;
  template_id: number | undefined;
  /** Absent: nobody has chosen yet. */
  auth_method: IntegrationAuthMethod | undefined;
  auth_header: string;
  auth_secret_id: number | null;
  hmac_algorithm: HmacAlgorithm;
  hmac_prefix: string;
  empty_answer: boolean;
  stops_older: boolean;
  branches: string[];
  paths: string[];
  /** The forge whose pushes a new one is set to. */
  preset?: Sender | undefined;
}

const FRESH: Omit<IntegrationValues, 'template_id'> = {
  name: '',
  auth_method: undefined,
  auth_header: '',
  auth_secret_id: null,
  hmac_algorithm: 'sha256',
  hmac_prefix: '',
  empty_answer: false,
  stops_older: false,
  branches: [],
  paths: [],
};

/** A new integration, or one as it was read. */
export function integrationValues(row: Integration | null, templateId: number | undefined): IntegrationValues {
  if (row === null) {
    return { ...FRESH, template_id: templateId };
  }
  const { name, template_id, empty_answer, stops_older, branches, paths } = row;
  const { auth_method, auth_header, auth_secret_id, hmac_algorithm, hmac_prefix } = row;
  const auth = { auth_method, auth_header, auth_secret_id, hmac_algorithm, hmac_prefix };
  return { name, template_id, ...auth, empty_answer, stops_older, branches, paths };
}

/** @param launch what it launches with, as the body of a launch */
export const integrationBody = (values: IntegrationValues, row: Integration | null, launch: object): object => ({
  ...integrationValues(values as Integration, undefined),
  ...(row === null && { preset: values.preset }),
  searchable: row?.searchable ?? false,
  task_params: launch,
});

/** Name and template are required, and what the way of proving needs. */
export function integrationIssues(values: IntegrationValues): FormIssue[] {
  const empty = [
    ...(values.name.trim() === '' ? [emptyAt('name')] : []),
    ...(values.auth_method === undefined ? [emptyAt('auth_method')] : []),
    ...(values.auth_method && needsAuthHeader(values.auth_method) && values.auth_header.trim() === ''
      ? [emptyAt('auth_header')]
      : []),
  ];
  const issues = formIssues(IntegrationInput, integrationBody(values, null, {}));
  return [...empty, ...issues.filter(({ path }) => !empty.some((issue) => issue.path[0] === path[0]))];
}

/** The body that changes nothing but a switch. */
export const changedBody = (
  row: Integration,
  change: Partial<Pick<Integration, 'searchable' | 'ignores_matchers'>>,
): IntegrationInput => IntegrationInput.parse({ ...row, ...change });
