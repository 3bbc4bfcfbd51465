import { Module } from '@nestjs/common';
import { BranchesController } from './branches.controller.js';
import { Branches } from './branches.js';

@Module({ controllers: [BranchesController], providers: [Branches] })
export class BranchesModule {}
