import type { ExtractedValue, Integration as WireIntegration, Matcher } from '@switchyard/contracts';
import type { Integration, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import { shownParams } from '../../definitions/launch-references.js';

/** An integration as people may see it, without the names of its secret answers. */
export const toIntegration = (row: Integration): WireIntegration => ({
  id: row.id,
  project_id: row.projectId,
  name: row.name,
  template_id: row.templateId,
  auth_method: row.authMethod,
  auth_header: row.authHeader,
  auth_secret_id: row.authSecretId,
  hmac_algorithm: row.hmacAlgorithm,
  hmac_prefix: row.hmacPrefix,
  searchable: row.searchable,
  empty_answer: row.emptyAnswer,
  stops_older: row.stopsOlder,
  branches: row.branches,
  paths: row.paths,
  ignores_matchers: row.ignoresMatchers,
  task_params: shownParams(row.taskParams),
  secret_names: [],
});

export const toMatcher = (row: IntegrationMatcher): Matcher => ({
  id: row.id,
  integration_id: row.integrationId,
  name: row.name,
  match_type: row.matchType,
  body_data_type: row.bodyDataType,
  key: row.key,
  method: row.method,
  value: row.value,
});

export const toExtractedValue = (row: IntegrationValue): ExtractedValue => ({
  id: row.id,
  integration_id: row.integrationId,
  name: row.name,
  value_source: row.valueSource,
  body_data_type: row.bodyDataType,
  key: row.key,
  variable: row.variable,
  variable_type: row.variableType,
});
