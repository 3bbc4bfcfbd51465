import type { Readable } from 'node:stream';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { InstallInfo, PostFeed } from '@switchyard/contracts';
import { ResponseSchema, ResponseType } from '@switchyard/server';
import type { FastifyReply } from 'fastify';
import { SignedIn } from '../../auth/access/access.js';
import { PostsService } from './posts.service.js';
import { ReleaseService } from './release.service.js';

@SignedIn()
@Controller('api')
export class PublicationsController {
  constructor(
    private readonly feed: PostsService,
    private readonly release: ReleaseService,
  ) {}

  @ResponseSchema(PostFeed)
  @Get('posts')
  posts(): Promise<PostFeed> {
    return this.feed.list();
  }

  @ResponseSchema(InstallInfo)
  @Get('install')
  install(): Promise<InstallInfo> {
    return this.release.info();
  }

  @ResponseType('application/octet-stream')
  @Get('install/artifacts/:file')
  async download(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Readable> {
    const { stream, artifact } = await this.release.open(file);
    reply
      .type('application/octet-stream')
      .header('content-length', artifact.size)
      .header('content-disposition', `attachment; filename="${artifact.file}"`);
    return stream;
  }
}
