import { Module } from '@nestjs/common';
import { PostsService } from './posts.service.js';
import { PublicationsController } from './publications.controller.js';
import { ReleaseService } from './release.service.js';

@Module({ controllers: [PublicationsController], providers: [PostsService, ReleaseService] })
export class PublicationsModule {}
