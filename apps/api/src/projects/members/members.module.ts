import { Module } from '@nestjs/common';
import { MembersController } from './members.controller.js';
import { PlanSeats } from './plan-seats.js';
import { MembersService } from './members.service.js';

@Module({ controllers: [MembersController], providers: [MembersService, PlanSeats] })
export class MembersModule {}
