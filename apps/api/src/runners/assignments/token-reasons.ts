import { type Problem, problem } from '@switchyard/contracts';
import { OutboundError, type TokenFault } from '@switchyard/server';

/** Whether another try may end otherwise. */
export function mayPass({ reason }: TokenFault): boolean {
  if (reason instanceof OutboundError) {
    return ['unreachable', 'unknown_host', 'too_slow'].includes(reason.fault);
  }
  return reason !== 'other_server' && (reason.status === 429 || reason.status >= 500);
}

/** Statuses of an app that is not installed at the repository, or may not read it. */
const NOT_INSTALLED = [403, 404, 422];
const UNPROVED = 401;

/** Why there is no token, as a task shows it. */
export function reasonOf({ reason }: TokenFault): Problem {
  if (reason === 'other_server') {
    return problem('app_not_installed');
  }
  if (!(reason instanceof OutboundError)) {
    return reason.status === UNPROVED
      ? problem('app_unproved')
      : NOT_INSTALLED.includes(reason.status)
        ? problem('app_not_installed')
        : problem('app_status', { status: reason.status });
  }
  switch (reason.fault) {
    case 'too_slow':
      return problem('app_late');
    case 'certificate':
      return problem('app_certificate');
    case 'refused':
      return problem('app_not_public', { setting: 'SWITCHYARD_OUTBOUND_ALLOW' });
    default:
      return problem('app_unreachable');
  }
}
