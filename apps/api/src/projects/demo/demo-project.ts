import { Injectable } from '@nestjs/common';
import type { TemplateInput } from '@switchyard/contracts';
import { AccessKey } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { insertSecret, updateSecret } from '../../resources/environments/environment-secret.repository.js';
import { sealEnvironmentSecret } from '../../resources/environments/stored-secret.js';
import { sealCredential } from '../../resources/keys/stored-credential.js';
import type { ResourceDefinition } from '../../definitions/definition.js';
import { insertOwned, type OwnedRow, updateOwned } from '../../platform/database/owned-rows.repository.js';
import { environmentResource } from '../../definitions/environment.js';
import { inventoryResource } from '../../definitions/inventory.js';
import { keyResource } from '../../definitions/key.js';
import { repositoryResource } from '../../definitions/repository.js';
import { scheduleResource } from '../../definitions/schedule.js';
import { templateResource } from '../../definitions/template.js';
import { viewResource } from '../../definitions/view.js';
import { replaceVaults } from '../../resources/templates/template.repository.js';
import { TemplateWorkspaces } from '../../resources/templates/template-workspaces.js';
import {
  type DemoTemplate,
  ENVIRONMENT,
  INVENTORIES,
  REPOSITORY,
  SCHEDULE,
  SECRET,
  TEMPLATES,
  VAULT_KEY,
  VIEWS,
} from './demo-content.js';

/** Where the rows go. */
interface Target {
  manager: EntityManager;
  caller: Caller;
  projectId: number;
}

/** Ids of what templates refer to. */
interface Parts {
  vaultKeyId: number;
  repositoryId: number;
  environmentId: number;
  inventories: Readonly<Record<keyof typeof INVENTORIES, number>>;
  views: Readonly<Record<keyof typeof VIEWS, number>>;
}

/** Fills a new project with templates that work at once, on any runner and without a network (ADR 0046). */
@Injectable()
export class DemoProject {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly workspaces: TemplateWorkspaces,
  ) {}

  /** @param noneKeyId the project's key without a secret */
  async fill(target: Target, noneKeyId: number): Promise<void> {
    const parts = await this.makeParts(target, noneKeyId);
    const templates = new Map<string, number>();
    for (const template of TEMPLATES) {
      const buildId = templates.get('Build storefront') ?? null;
      templates.set(template.body.name, await this.makeTemplate(target, parts, template, buildId));
    }
    const templateId = templates.get(SCHEDULE.template);
    await insert(target, scheduleResource, { ...SCHEDULE.body, template_id: templateId });
  }

  private async makeParts(target: Target, noneKeyId: number): Promise<Parts> {
    const repositoryId = await insert(target, repositoryResource, { ...REPOSITORY, ssh_key_id: noneKeyId });
    return {
      vaultKeyId: await this.makeVaultKey(target),
      repositoryId,
      environmentId: await this.makeEnvironment(target),
      inventories: await insertEach(target, inventoryResource, INVENTORIES, (body) => ({
        ...body,
        ssh_key_id: noneKeyId,
      })),
      views: await insertEach(target, viewResource, VIEWS, (title, position) => ({ title, position })),
    };
  }

  /** Secrets are stored in two steps, because a ciphertext is bound to the id of its row. */
  private async makeVaultKey(target: Target): Promise<number> {
    const { name, type, password } = VAULT_KEY;
    const id = await insert(target, keyResource, { name, type, login_password: { login: '', password } });
    const secret = sealCredential(this.secretBox, id, { type, login: '', password });
    await updateOwned(target.manager, AccessKey, id, { secret });
    return id;
  }

  private async makeEnvironment(target: Target): Promise<number> {
    const { manager } = target;
    const environmentId = await insert(target, environmentResource, ENVIRONMENT);
    const { type, name, value } = SECRET;
    const { id } = await insertSecret(manager, { environmentId, type, name, secret: '', vaultReference: null });
    await updateSecret(manager, id, { secret: sealEnvironmentSecret(this.secretBox, id, value) });
    return environmentId;
  }

  private async makeTemplate(
    target: Target,
    parts: Parts,
    { view, inventory, isDeploy = false, body }: DemoTemplate,
    buildId: number | null,
  ): Promise<number> {
    const { manager, caller, projectId } = target;
    const input: TemplateInput = templateResource.input.parse({
      ...body,
      repository_id: parts.repositoryId,
      environment_id: parts.environmentId,
      view_id: parts.views[view],
      inventory_id: inventory === undefined ? null : parts.inventories[inventory],
      build_template_id: isDeploy ? buildId : null,
    });
    const id = await insert(target, templateResource, input);
    if (isDeploy) {
      const vault = { name: null, type: 'password', vaultKeyId: parts.vaultKeyId, script: null } as const;
      await replaceVaults(manager, projectId, id, [vault]);
    }
    await this.workspaces.give(manager, caller, { projectId, templateId: id, input });
    return id;
  }
}

/** Stores a body as the calls of its resource would; answers the id of the row. */
function insert<E extends OwnedRow, I>(
  { manager, projectId }: Target,
  { entity, input, columns }: ResourceDefinition<E, I>,
  body: object,
): Promise<number> {
  return insertOwned(manager, entity, projectId, columns(input.parse(body), null));
}

/** Ids of the rows that a table of bodies becomes. */
async function insertEach<K extends string, V, E extends OwnedRow, I>(
  target: Target,
  resource: ResourceDefinition<E, I>,
  table: Readonly<Record<K, V>>,
  bodyOf: (value: V, index: number) => object,
): Promise<Record<K, number>> {
  const ids: [string, number][] = [];
  for (const [index, [key, value]] of Object.entries<V>(table).entries()) {
    ids.push([key, await insert(target, resource, bodyOf(value, index))]);
  }
  return Object.fromEntries(ids) as Record<K, number>;
}
