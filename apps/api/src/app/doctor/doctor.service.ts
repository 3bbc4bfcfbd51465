import { Inject, Injectable } from '@nestjs/common';
import type { DoctorReport } from '@switchyard/contracts';
import type { ReadTexts } from '@switchyard/settings';
import { GIVEN_SETTINGS } from '../../platform/infrastructure/tokens.js';
import { CheckRunner } from './finding.js';
import { makeReport } from './report.js';
import { supportBundle } from './support-bundle.js';

/** How long callers share what was found, in milliseconds. */
const SHARED_MS = 10_000;

/** Looks at the installation for administrators: once at a time, for all who ask within some seconds. */
@Injectable()
export class DoctorService {
  private readonly runner = new CheckRunner();
  private last: { until: number; report: Promise<DoctorReport> } | undefined;
  private bundling: Promise<string> | undefined;

  constructor(@Inject(GIVEN_SETTINGS) private readonly given: ReadTexts) {}

  report(): Promise<DoctorReport> {
    if (this.last === undefined || this.last.until < performance.now()) {
      const report = makeReport(this.given, this.runner);
      const mine = { until: Infinity, report };
      this.last = mine;
      const end = (): void => void (mine.until = performance.now() + SHARED_MS);
      report.then(end, end);
    }
    return this.last.report;
  }

  /** A file for the person who helps. */
  bundle(): Promise<string> {
    this.bundling ??= this.report()
      .then((report) => supportBundle(this.given, report))
      .finally(() => (this.bundling = undefined));
    return this.bundling;
  }
}
