import { Inject, Injectable } from '@nestjs/common';
import type { TemplateInput } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { sealDefaults } from './stored-default.js';
import { idTokensFault } from './template-faults.js';
import { requireNone, templateMembers } from './template-rules.js';

/** Members of the rows of templates, made of bodies. */
@Injectable()
export class TemplateMembers {
  constructor(
    private readonly secretBox: SecretBox,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * @param stored the template as it is; `null` when it is created
   * @throws 404 for an object that the project does not have, 400 for a member that does not fit
   */
  async of(
    manager: EntityManager,
    projectId: number,
    input: TemplateInput,
    stored: Template | null,
  ): Promise<Partial<Template>> {
    const members = await templateMembers(manager, projectId, input, stored);
    requireNone('id_tokens', idTokensFault(members, this.config));
    const surveyVars = sealDefaults(this.secretBox, projectId, members.surveyVars ?? [], stored?.surveyVars ?? []);
    return { ...members, surveyVars };
  }
}
