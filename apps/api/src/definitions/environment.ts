import { Environment as WireEnvironment, EnvironmentInput, EnvironmentSecretInput } from '@switchyard/contracts';
import { Environment, EnvironmentSecret } from '@switchyard/database';
import { MEBIBYTE } from '@switchyard/server';
import { child, definePlain } from './definition.js';
import { ListQuery } from '../platform/http/list-query.js';

/** A variable group and its secrets. */
export const environmentResource = definePlain({
  entity: Environment,
  noun: 'environment',
  plural: 'Environments',
  path: 'environment',
  list: null,
  label: 'name',
  title: ({ name }) => name,
  members: { name: 'shown', password: 'secret', json: 'content', env: 'content' },
  children: [
    child<EnvironmentSecret>({
      entity: EnvironmentSecret,
      owner: 'environmentId',
      members: { environmentId: 'shown', type: 'shown', name: 'shown', secret: 'secret', vaultReference: 'shown' },
      backup: {
        list: 'secrets',
        most: 1000,
        named: 'name',
        filled: {
          input: EnvironmentSecretInput,
          columns: ({ type, name, vault_reference: vaultReference }: EnvironmentSecretInput) => ({
            type,
            name,
            secret: '',
            vaultReference,
          }),
          text: ({ secret }: EnvironmentSecretInput) => secret,
        },
      },
    }),
  ],
  backup: { section: 'environments' },
  input: EnvironmentInput,
  output: WireEnvironment,
  bodyLimit: 4 * MEBIBYTE,
  query: ListQuery,
  sorts: { name: (environment) => environment.name },
  example: () => ({ name: 'e', json: '{}' }),
  columns: ({ name, json, env }) => ({ name, json, env }),
  toWire: (row: Environment): WireEnvironment => toEnvironment(row, []),
});

/** An environment as people may see it: of its secrets only kind and name, of its password nothing. */
export function toEnvironment(row: Environment, secrets: readonly EnvironmentSecret[]): WireEnvironment {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    password: null,
    json: row.json,
    env: row.env,
    secrets: secrets.map(({ id, type, name, vaultReference }) => ({
      id,
      type,
      name,
      secret: '',
      operation: '',
      vault_reference: vaultReference,
    })),
  };
}
