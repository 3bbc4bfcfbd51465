import { Integration as WireIntegration, IntegrationInput, needsAuthHeader } from '@switchyard/contracts';
import { Integration, IntegrationAlias, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import { MEBIBYTE } from '@switchyard/server';
import { child, defineResource } from './definition.js';
import { ListQuery } from './list-query.js';

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
    taskParams: 'content',
    secret: 'secret',
  },
  children: [
    child<IntegrationMatcher>({
      entity: IntegrationMatcher,
      owner: 'integrationId',
      members: {
        ...{ integrationId: 'shown', name: 'shown', matchType: 'shown', bodyDataType: 'shown' },
        ...{ key: 'shown', method: 'shown', value: 'content' },
      },
    }),
    child<IntegrationValue>({
      entity: IntegrationValue,
      owner: 'integrationId',
      members: {
        ...{ integrationId: 'shown', name: 'shown', valueSource: 'shown', bodyDataType: 'shown' },
        ...{ key: 'shown', variable: 'shown', variableType: 'shown' },
      },
    }),
    child<IntegrationAlias>({
      entity: IntegrationAlias,
      owner: 'integrationId',
      members: { integrationId: 'shown', alias: 'secret' },
    }),
  ],
  input: IntegrationInput,
  output: WireIntegration,
  query: ListQuery,
  bodyLimit: 4 * MEBIBYTE,
  example: ({ templateId }) => ({ name: 'i', template_id: templateId, searchable: true }),
  columns,
});

type Written = Omit<Integration, 'id' | 'projectId' | 'taskParams' | 'secret'>;

/** What it launches with comes from its template. What its way of proving does not read is not kept. */
function columns(input: IntegrationInput): Written {
  const method = input.auth_method;
  return {
    templateId: input.template_id,
    name: input.name,
    authMethod: method,
    authHeader: needsAuthHeader(method) ? input.auth_header : '',
    authSecretId: method === '' ? null : input.auth_secret_id,
    hmacAlgorithm: input.hmac_algorithm,
    hmacPrefix: method === 'hmac' ? input.hmac_prefix : '',
    searchable: input.searchable,
    emptyAnswer: input.empty_answer,
  };
}
