import { Module } from '@nestjs/common';
import { MembersController } from './members.controller.js';
import { TierSeats } from './tier-seats.js';
import { MembersService } from './members.service.js';

@Module({ controllers: [MembersController], providers: [MembersService, TierSeats] })
export class MembersModule {}
