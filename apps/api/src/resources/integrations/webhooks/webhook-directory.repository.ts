import {
  AccessKey,
  Integration,
  IntegrationAlias,
  type IntegrationMatcher,
  type IntegrationValue,
  Template,
} from '@switchyard/database';
import { type EntityManager, In, type ObjectLiteral } from 'typeorm';

/** Most integrations that one address of a project reaches. */
const MAX_SEARCHED = 500;

/** An integration with all that decides about a webhook. */
export interface StoredReader {
  row: Integration;
  matchers: IntegrationMatcher[];
  values: IntegrationValue[];
  key: AccessKey | null;
  template: Pick<Template, 'id' | 'surveyVars' | 'type' | 'pullRequests' | 'forkRunnerTag' | 'pullRequestApply'> | null;
}

export const findAlias = (manager: EntityManager, alias: string): Promise<IntegrationAlias | null> =>
  manager.findOneBy(IntegrationAlias, { alias });

/** The integrations that an address reaches, by id. */
export function findReached(manager: EntityManager, alias: IntegrationAlias): Promise<Integration[]> {
  const { projectId, integrationId } = alias;
  const where = integrationId === null ? { projectId, searchable: true } : { projectId, id: integrationId };
  return manager.find(Integration, { where, order: { id: 'ASC' }, take: MAX_SEARCHED });
}

export async function findReaders(manager: EntityManager, rows: readonly Integration[]): Promise<StoredReader[]> {
  const ids = rows.map(({ id }) => id);
  const [matchers, values, keys, templates] = await Promise.all([
    findMatchers(manager, ids),
    findValues(manager, ids),
    manager.findBy(AccessKey, { id: In(rows.flatMap(({ authSecretId }) => authSecretId ?? [])) }),
    manager.find(Template, {
      select: {
        id: true,
        surveyVars: true,
        type: true,
        pullRequests: true,
        forkRunnerTag: true,
        pullRequestApply: true,
      },
      where: { id: In(rows.map(({ templateId }) => templateId)) },
    }),
  ]);
  const [matchersOf, valuesOf] = [byIntegration(matchers), byIntegration(values)];
  const [keyOf, templateOf] = [byId(keys), byId(templates)];
  return rows.map((row) => ({
    row,
    matchers: matchersOf.get(row.id) ?? [],
    values: valuesOf.get(row.id) ?? [],
    key: keyOf.get(row.authSecretId ?? 0) ?? null,
    template: templateOf.get(row.templateId) ?? null,
  }));
}

/** An address may have tens of thousands of them: entities would take several times as long. */
const findMatchers = (manager: EntityManager, ids: readonly number[]): Promise<IntegrationMatcher[]> =>
  manager.query<IntegrationMatcher[]>(
    `select id, integration_id as "integrationId", name, match_type as "matchType", body_data_type as "bodyDataType", key,
            method, value
       from integration_matcher where integration_id = any($1) order by id`,
    [ids],
  );

const findValues = (manager: EntityManager, ids: readonly number[]): Promise<IntegrationValue[]> =>
  manager.query<IntegrationValue[]>(
    `select id, integration_id as "integrationId", name, value_source as "valueSource",
            body_data_type as "bodyDataType", key, variable, variable_type as "variableType"
       from integration_value where integration_id = any($1) order by id`,
    [ids],
  );

const byId = <T extends ObjectLiteral & { id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

function byIntegration<T extends { integrationId: number }>(rows: readonly T[]): Map<number, T[]> {
  const grouped = new Map<number, T[]>();
  for (const row of rows) {
    const group = grouped.get(row.integrationId) ?? [];
    group.push(row);
    grouped.set(row.integrationId, group);
  }
  return grouped;
}
