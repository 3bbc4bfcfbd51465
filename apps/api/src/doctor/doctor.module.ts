import { type DynamicModule, Module } from '@nestjs/common';
import type { ReadTexts } from '@switchyard/settings';
import { GIVEN_SETTINGS } from '../platform/infrastructure/tokens.js';
import { DoctorController } from './doctor.controller.js';
import { DoctorService } from './doctor.service.js';

/** The page of administrators that looks at the installation. */
@Module({ controllers: [DoctorController], providers: [DoctorService] })
export class DoctorModule {
  /** @param given the settings as they were read */
  static forRoot(given: ReadTexts = { texts: {}, sources: {}, faults: [] }): DynamicModule {
    return { module: DoctorModule, providers: [{ provide: GIVEN_SETTINGS, useValue: given }] };
  }
}
