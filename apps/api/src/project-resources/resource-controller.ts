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
  type Type,
} from '@nestjs/common';
import type { ObjectReferences } from '@switchyard/contracts';
import { BodyLimit } from '@switchyard/server';
import { ProjectMember, RequirePermission } from '../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../auth/access/caller.js';
import { PathId } from '../http/path-id.js';
import type { ResourceDefinition } from '../resources/definition.js';

/** What the routes of a resource call. */
interface ResourceCalls {
  list: (projectId: number, query: never) => Promise<unknown[]>;
  read: (project: ProjectAccess, id: number) => Promise<unknown>;
  refs: (projectId: number, id: number) => Promise<ObjectReferences>;
  create: (caller: Caller, projectId: number, input: never) => Promise<unknown>;
  update: (caller: Caller, projectId: number, id: number, input: never) => Promise<void>;
  remove: (caller: Caller, projectId: number, id: number) => Promise<void>;
}

/** What the routes need to know of a resource. */
type Kind = Pick<ResourceDefinition<never>, 'path' | 'noun' | 'input' | 'query' | 'bodyLimit'>;

/** The routes of a resource that read. */
function readingController<S extends ResourceCalls>({ noun, query }: Kind, token: Type<S>) {
  const id = `${noun}Id`;

  @Injectable()
  class ReadingController {
    constructor(@Inject(token) protected readonly service: S) {}

    @Get()
    @ProjectMember()
    list(
      @CurrentProject() { projectId }: ProjectAccess,
      @Query({ schema: query }) parameters: unknown,
    ): Promise<unknown> {
      return this.service.list(projectId, parameters as never);
    }

    @Get(`:${id}`)
    @ProjectMember()
    read(@CurrentProject() project: ProjectAccess, @PathId(id) of: number): Promise<unknown> {
      return this.service.read(project, of);
    }

    @Get(`:${id}/refs`)
    @ProjectMember()
    refs(@CurrentProject() { projectId }: ProjectAccess, @PathId(id) of: number): Promise<ObjectReferences> {
      return this.service.refs(projectId, of);
    }
  }
  return ReadingController;
}

/** The routes of a resource; a controller with more of them extends it. @param token of the service that they call */
export function resourceController<S extends ResourceCalls>(kind: Kind, token: Type<S>) {
  const { path, noun, input, bodyLimit } = kind;
  const id = `${noun}Id`;
  const Sized = (): MethodDecorator => (bodyLimit === undefined ? () => undefined : BodyLimit(bodyLimit));

  @Controller(`api/project/:projectId/${path}`)
  class ResourceController extends readingController(kind, token) {
    @Post()
    @Sized()
    @RequirePermission('manageProjectResources')
    create(
      @CurrentCaller() caller: Caller,
      @CurrentProject() { projectId }: ProjectAccess,
      @Body({ schema: input }) body: unknown,
    ): Promise<unknown> {
      return this.service.create(caller, projectId, body as never);
    }

    @Put(`:${id}`)
    @Sized()
    @HttpCode(204)
    @RequirePermission('manageProjectResources')
    update(
      @CurrentCaller() caller: Caller,
      @CurrentProject() { projectId }: ProjectAccess,
      @PathId(id) of: number,
      @Body({ schema: input }) body: unknown,
    ): Promise<void> {
      return this.service.update(caller, projectId, of, body as never);
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
