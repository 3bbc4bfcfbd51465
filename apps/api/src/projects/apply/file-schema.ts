import { ProjectInput } from '@switchyard/contracts';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { RESOURCES } from '../../definitions/all-resources.js';
import type { ChildDefinition } from '../../definitions/definition.js';
import { type BackupMember, childMembersOf, type Kind, membersOf } from '../backup/backup-members.js';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Settings of a project that files hold. */
const SETTINGS = ['name', 'alert', 'alert_chat', 'max_parallel_tasks'] as const;
const REFERENCE = { type: ['string', 'null'], description: 'Name of another entry' };
const LOGINS = { type: 'array', items: { type: 'string' }, description: 'Logins of members' };

/** JSON Schema of the files of a project, for editors. The server checks the rules that it cannot express. */
export const projectFileSchema = (source: DataSource): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Files of a project',
  type: 'object',
  additionalProperties: false,
  properties: {
    project: objectSchema(pick(propertiesOf(ProjectInput), SETTINGS), ['name']),
    ...Object.fromEntries(
      RESOURCES.map((kind) => [kind.backup.section, { type: 'array', items: entrySchema(source, kind) }]),
    ),
  },
});

function entrySchema(source: DataSource, kind: Kind): JsonSchema {
  const children = (kind.children ?? []).map((child) => [child.backup.list, childrenSchema(source, child)] as const);
  const own = memberSchemas(membersOf(source, kind), kind.input);
  return objectSchema({ ...own, ...Object.fromEntries(children) }, [kind.label]);
}

function childrenSchema(source: DataSource, child: ChildDefinition): JsonSchema {
  const { backup } = child;
  if ('fresh' in backup) {
    return { type: 'array', items: { type: 'string' } };
  }
  const input = 'input' in backup ? backup.input : backup.filled.input;
  return { type: 'array', items: objectSchema(memberSchemas(childMembersOf(source, child), input), []) };
}

/** Members by their names in files, as their columns are in the form of the resource. */
function memberSchemas(members: readonly BackupMember[], input: z.ZodType): Record<string, unknown> {
  const properties = propertiesOf(input);
  return Object.fromEntries(
    members.map(({ name, column, target, isPeople }) => {
      const reference = isPeople ? LOGINS : REFERENCE;
      return [name, target || isPeople ? reference : (properties.get(column) ?? {})];
    }),
  );
}

/** The members of an object; of one of several kinds, those of each of them. */
function propertiesOf(input: z.ZodType): ReadonlyMap<string, unknown> {
  const schema = z.toJSONSchema(input, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    cycles: 'throw',
  });
  const found = new Map<string, unknown[]>();
  for (const { properties = {} } of (schema.oneOf ?? schema.anyOf ?? [schema]) as (typeof schema)[]) {
    for (const [name, property] of Object.entries(properties)) {
      found.set(name, [...(found.get(name) ?? []), property]);
    }
  }
  return new Map([...found].map(([name, ways]) => [name, ways.length === 1 ? ways[0] : { anyOf: ways }]));
}

const pick = (properties: ReadonlyMap<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, properties.get(name) ?? {}]));

const objectSchema = (properties: Record<string, unknown>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
