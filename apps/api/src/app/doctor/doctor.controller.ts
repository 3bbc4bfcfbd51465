import { Controller, Get, Header } from '@nestjs/common';
import { DoctorReport } from '@switchyard/contracts';
import { ResponseSchema, ResponseType } from '@switchyard/server';
import { AdminOnly } from '../../auth/access/access.js';
import { AuditAs } from '../../auth/audit/audit-as.js';
import { DoctorService } from './doctor.service.js';

/** Findings about the installation, with their remedies, for administrators. */
@AdminOnly()
@Controller('api/doctor')
export class DoctorController {
  constructor(private readonly doctor: DoctorService) {}

  /** Looks at every part, which takes at most some seconds. */
  @ResponseSchema(DoctorReport)
  @Get()
  report(): Promise<DoctorReport> {
    return this.doctor.report();
  }

  /** A file for the person who helps: the report with more facts, and no secret. That it was taken is recorded. */
  @ResponseType('application/json')
  @Get('bundle')
  @AuditAs('doctor.bundle')
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="switchyard-support.json"')
  bundle(): Promise<string> {
    return this.doctor.bundle();
  }
}
