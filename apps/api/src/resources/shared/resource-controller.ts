import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Post,
  Put,
  Query,
  Res,
  type Type,
} from '@nestjs/common';
import { ObjectReferences } from '@switchyard/contracts';
import { BodyExample, BodyLimit, ResponseSchema } from '@switchyard/server';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../../auth/access/caller.js';
import { IfMatch } from '../../platform/http/entity-tag.js';
import { PathId } from '../../platform/http/path-id.js';
import type { ExampleIds, ResourceDefinition } from '../../definitions/definition.js';

/** Methods that the routes of a resource call, with a query and body that its schemas have made. */
interface ResourceCalls {
  list(projectId: number, query: unknown): Promise<unknown[]>;
  read(project: ProjectAccess, id: number): Promise<unknown>;
  tag(projectId: number, id: number): Promise<string>;
  refs(projectId: number, id: number): Promise<unknown>;
  create(caller: Caller, projectId: number, input: unknown): Promise<unknown>;
  update(caller: Caller, projectId: number, id: number, input: unknown, expected: string | null): Promise<void>;
  remove(caller: Caller, projectId: number, id: number): Promise<void>;
}

/** Members of a resource's definition that the routes need. */
type Kind = Pick<ResourceDefinition<never>, 'path' | 'noun' | 'input' | 'output' | 'query' | 'bodyLimit' | 'example'>;

/** Ids that stand in the examples of the OpenAPI document. */
const EXAMPLE_IDS: ExampleIds = {
  keyId: 1,
  repositoryId: 1,
  inventoryId: 1,
  environmentId: 1,
  viewId: 1,
  templateId: 1,
};

/** The routes of a resource that read. */
function readingController<S extends ResourceCalls>(
  { noun, output, query }: Kind,
  token: Type<S>,
  references: z.ZodType,
) {
  const id = `${noun}Id`;

  @Injectable()
  class ReadingController {
    constructor(@Inject(token) protected readonly service: S) {}

    @ResponseSchema(z.array(output))
    @Get()
    @ProjectMember()
    list(
      @CurrentProject() { projectId }: ProjectAccess,
      @Query({ schema: query }) parameters: unknown,
    ): Promise<unknown[]> {
      return this.service.list(projectId, parameters);
    }

    /** The tag is read first: a change in between makes the next save of this state fail, not succeed. */
    @ResponseSchema(output)
    @Get(`:${id}`)
    @ProjectMember()
    async read(
      @CurrentProject() project: ProjectAccess,
      @PathId(id) of: number,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<unknown> {
      void reply.header('etag', await this.service.tag(project.projectId, of));
      return this.service.read(project, of);
    }

    @ResponseSchema(references)
    @Get(`:${id}/refs`)
    @ProjectMember()
    refs(@CurrentProject() { projectId }: ProjectAccess, @PathId(id) of: number): Promise<unknown> {
      return this.service.refs(projectId, of);
    }
  }
  return ReadingController;
}

/**
 * The routes of a resource; a controller with more of them extends it.
 * @param token of the service that they call
 * @param references what `refs` answers
 */
export function resourceController<S extends ResourceCalls>(
  kind: Kind,
  token: Type<S>,
  references: z.ZodType = ObjectReferences,
) {
  const { path, noun, input, output, bodyLimit, example } = kind;
  const id = `${noun}Id`;
  const Sized = (): MethodDecorator => (bodyLimit === undefined ? () => undefined : BodyLimit(bodyLimit));

  @Controller(`api/project/:projectId/${path}`)
  class ResourceController extends readingController(kind, token, references) {
    @ResponseSchema(output)
    @BodyExample(example(EXAMPLE_IDS))
    @Post()
    @Sized()
    @RequirePermission('manageProjectResources')
    create(
      @CurrentCaller() caller: Caller,
      @CurrentProject() { projectId }: ProjectAccess,
      @Body({ schema: input }) body: unknown,
    ): Promise<unknown> {
      return this.service.create(caller, projectId, body);
    }

    @BodyExample(example(EXAMPLE_IDS))
    @Put(`:${id}`)
    @Sized()
    @HttpCode(204)
    @RequirePermission('manageProjectResources')
    update(
      @CurrentCaller() caller: Caller,
      @CurrentProject() { projectId }: ProjectAccess,
      @PathId(id) of: number,
      @Body({ schema: input }) body: unknown,
      @IfMatch() expected: string | null,
    ): Promise<void> {
      return this.service.update(caller, projectId, of, body, expected);
    }

    @Delete(`:${id}`)
    @HttpCode(204)
    @RequirePermission('manageProjectResources')
    remove(
      @CurrentCaller() caller: Caller,
      @CurrentProject() { projectId }: ProjectAccess,
      @PathId(id) of: number,
    ): Promise<void> {
      return this.service.remove(caller, projectId, of);
    }
  }
  return ResourceController;
}
