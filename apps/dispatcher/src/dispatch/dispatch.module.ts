import { Module } from '@nestjs/common';
import { DispatchWorker } from './dispatch-worker.js';
import { Dispatch } from './dispatch.js';
import { Drain } from './drain.js';
import { WaitingReasons } from './waiting-reasons.js';

/** Gives waiting tasks to runners. */
@Module({ providers: [Drain, WaitingReasons, Dispatch, DispatchWorker], exports: [Dispatch] })
export class DispatchModule {}
