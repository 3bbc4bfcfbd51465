import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';
import { EventRepository } from './event.repository.js';

@Module({ controllers: [EventsController], providers: [EventRepository] })
export class EventsModule {}
