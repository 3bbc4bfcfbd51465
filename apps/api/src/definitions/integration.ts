import {
  ExtractedValueInput,
  Integration as WireIntegration,
  IntegrationInput,
  MatcherInput,
} from '@switchyard/contracts';
import { Integration, IntegrationAlias, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import { MEBIBYTE } from '@switchyard/server';
import { newAlias } from './alias.js';
import { child, defineResource, type Sent } from './definition.js';
import { LAUNCH_REFERENCES } from './launch-references.js';
import { ListQuery } from '../platform/http/list-query.js';

/** Most matchers, and most extracted values, of an integration. */
export const MAX_PARTS = 50;
/** Most addresses of an integration, and of a project. */
export const MAX_ALIASES = 100;

/** A template that webhooks start. */
export const integrationResource = defineResource({
  entity: Integration,
  noun: 'integration',
  plural: 'Integrations',
  path: 'integrations',
  list: 'integrations',
  label: 'name',
  title: ({ name }) => name,
  members: {
    templateId: 'shown',
    name: 'shown',
    authMethod: 'shown',
    authHeader: 'shown',
    authSecretId: 'shown',
    hmacAlgorithm: 'shown',
    hmacPrefix: 'shown',
    searchable: 'shown',
    emptyAnswer: 'shown',
    ignoresMatchers: 'shown',
    stopsOlder: 'shown',
    branches: 'shown',
    paths: 'shown',
    taskParams: 'content',
    secret: 'secret',
  },
  children: [
    child<IntegrationMatcher>({
      entity: IntegrationMatcher,
      owner: 'integrationId',
      members: {
        integrationId: 'shown',
        name: 'shown',
        matchType: 'shown',
        bodyDataType: 'shown',
        key: 'shown',
        method: 'shown',
        value: 'content',
      },
      backup: { list: 'matchers', most: MAX_PARTS, input: MatcherInput, columns: matcherColumns },
    }),
    child<IntegrationValue>({
      entity: IntegrationValue,
      owner: 'integrationId',
      members: {
        integrationId: 'shown',
        name: 'shown',
        valueSource: 'shown',
        bodyDataType: 'shown',
        key: 'shown',
        variable: 'shown',
        variableType: 'shown',
      },
      backup: { list: 'extract_values', most: MAX_PARTS, input: ExtractedValueInput, columns: valueColumns },
    }),
    child<IntegrationAlias>({
      entity: IntegrationAlias,
      owner: 'integrationId',
      members: { integrationId: 'shown', alias: 'secret' },
      backup: { list: 'aliases', most: MAX_ALIASES, fresh: (alias = newAlias()) => ({ alias }) },
    }),
  ],
  backup: { section: 'integrations', within: { taskParams: LAUNCH_REFERENCES } },
  input: IntegrationInput,
  output: WireIntegration,
  query: ListQuery,
  bodyLimit: 4 * MEBIBYTE,
  example: ({ templateId }) => ({ name: 'i', template_id: templateId, searchable: true }),
  unlessSent: {
    hmacAlgorithm: 'sha256',
    hmacPrefix: '',
    emptyAnswer: false,
    ignoresMatchers: false,
    stopsOlder: false,
    branches: [],
    paths: [],
  },
  columns,
});

type Written = Omit<Integration, 'id' | 'projectId' | 'taskParams' | 'secret'>;

/** Columns of an integration. Its launch parameters come from its template. Members that its proof does not read are kept as sent. */
function columns(input: IntegrationInput): Sent<Written> {
  return {
    templateId: input.template_id,
    name: input.name,
    authMethod: input.auth_method,
    authHeader: input.auth_header,
    authSecretId: input.auth_secret_id,
    hmacAlgorithm: input.hmac_algorithm,
    hmacPrefix: input.hmac_prefix,
    searchable: input.searchable,
    emptyAnswer: input.empty_answer,
    ignoresMatchers: input.ignores_matchers,
    stopsOlder: input.stops_older,
    branches: input.branches,
    paths: input.paths,
  };
}

/** Columns of a condition that a body sets. */
export function matcherColumns(input: MatcherInput): Partial<IntegrationMatcher> {
  return {
    name: input.name,
    matchType: input.match_type,
    bodyDataType: input.match_type === 'body' ? input.body_data_type : null,
    key: input.key,
    method: input.method,
    value: input.value,
  };
}

/** Columns of an extracted value that a body sets. */
export function valueColumns(input: ExtractedValueInput): Partial<IntegrationValue> {
  return {
    name: input.name,
    valueSource: input.value_source,
    bodyDataType: input.value_source === 'body' ? input.body_data_type : null,
    key: input.key,
    variable: input.variable,
    variableType: input.variable_type,
  };
}
