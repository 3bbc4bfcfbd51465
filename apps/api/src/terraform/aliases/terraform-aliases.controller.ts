import { Body, Controller, Delete, Get, HttpCode, Injectable, Post, Put } from '@nestjs/common';
import { TerraformAlias, TerraformAliasInput } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../auth/access/access.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { TerraformAliases } from './terraform-aliases.js';

/** Addresses of the HTTP backend for one workspace. */
@Injectable()
@Controller('api/project/:projectId/inventory/:inventoryId/terraform/aliases')
export class TerraformAliasesController {
  constructor(private readonly aliases: TerraformAliases) {}

  @ResponseSchema(z.array(TerraformAlias))
  @Get()
  @ProjectMember()
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
  ): Promise<TerraformAlias[]> {
    return this.aliases.list({ projectId, inventoryId });
  }

  @ResponseSchema(TerraformAlias)
  @FreshSignIn('lasting')
  @Post()
  @RequirePermission('manageProjectResources')
  create(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @Body({ schema: TerraformAliasInput }) input: TerraformAliasInput,
  ): Promise<TerraformAlias> {
    return this.aliases.create({ projectId, inventoryId }, input);
  }

  @ResponseSchema(TerraformAlias)
  @Get(':aliasId')
  @ProjectMember()
  read(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @PathId('aliasId') id: number,
  ): Promise<TerraformAlias> {
    return this.aliases.read({ projectId, inventoryId }, id);
  }

  @FreshSignIn('lasting')
  @Put(':aliasId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  update(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @PathId('aliasId') id: number,
    @Body({ schema: TerraformAliasInput }) input: TerraformAliasInput,
  ): Promise<void> {
    return this.aliases.update({ projectId, inventoryId }, id, input);
  }

  @Delete(':aliasId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @PathId('aliasId') id: number,
  ): Promise<void> {
    return this.aliases.remove({ projectId, inventoryId }, id);
  }
}
