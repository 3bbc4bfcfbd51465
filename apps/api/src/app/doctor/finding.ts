import { messageOf } from '@switchyard/concurrency';
import type {
  CheckName,
  Finding,
  FindingCode,
  FindingLevel,
  FindingParams,
  FINDINGS,
  Places,
  RemedyCode,
} from '@switchyard/contracts';

/** Result of a check. */
export interface Found {
  level: FindingLevel;
  code: FindingCode;
  params: Finding['params'];
}

/** Looks at one part of the installation and changes nothing that stays. */
export interface Check {
  name: CheckName;
  run: (signal: AbortSignal) => Promise<Found[]>;
}

/** Nothing for a code without values. */
type Values<C extends FindingCode> = [Places<(typeof FINDINGS)[C]>] extends [never] ? [] : [params: FindingParams<C>];

/** Longest time of one check, in milliseconds. */
const CHECK_MS = 5_000;

export const ok = <C extends FindingCode>(code: C, ...[params]: Values<C>): Found => found('ok', code, params);
export const warning = <C extends RemedyCode>(code: C, ...[params]: Values<C>): Found => found('warning', code, params);
export const fault = <C extends RemedyCode>(code: C, ...[params]: Values<C>): Found => found('fault', code, params);

const found = (level: FindingLevel, code: FindingCode, params: Finding['params'] = {}): Found => ({
  level,
  code,
  params,
});

/** Runs all checks at once, each within its time; one that fails is a finding itself. */
export class CheckRunner {
  /** Checks whose work goes on although their time is over: they are not begun again. */
  private readonly busy = new Set<CheckName>();

  constructor(private readonly longestMs = CHECK_MS) {}

  /** The findings stand in the order of the checks. */
  async run(checks: readonly Check[]): Promise<Finding[]> {
    const results = await Promise.all(
      checks.map(async (check) => (await this.bounded(check)).map((each) => ({ check: check.name, ...each }))),
    );
    return results.flat();
  }

  private async bounded({ name, run }: Check): Promise<Found[]> {
    if (this.busy.has(name)) {
      return [warning('check_running')];
    }
    const end = new AbortController();
    this.busy.add(name);
    const work = run(end.signal)
      .catch((error: unknown) => [fault('check_failed', { reason: messageOf(error) })])
      .finally(() => this.busy.delete(name));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Found[]>((resolve) => {
      timer = setTimeout(() => resolve([fault('check_late', { seconds: this.longestMs / 1000 })]), this.longestMs);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      end.abort();
    }
  }
}
