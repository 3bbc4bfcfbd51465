import { own } from '@switchyard/contracts';
import { isObject, type SourceRow, textOf } from '../source-values.js';
import { nameOf } from './awx-export.js';

/** Types of ours by those of AWX. The address of each but mail is a secret, so that it has to be entered. */
const TYPES: Readonly<Record<string, string | undefined>> = {
  email: 'email',
  slack: 'slack',
  rocketchat: 'rocketchat',
  webhook: 'webhook',
};

/** Most mail addresses of a channel. */
const MAX_RECIPIENTS = 10;

/** The alert channel of a notification template; `null` = its type has no counterpart. */
export function channelOf(notification: SourceRow): Record<string, unknown> | null {
  const type = own(TYPES, textOf(notification, 'notification_type'));
  const configuration = notification['notification_configuration'];
  const recipients = isObject(configuration) ? configuration['recipients'] : null;
  const addresses = Array.isArray(recipients) ? recipients.map(String).slice(0, MAX_RECIPIENTS) : [];
  return type === undefined
    ? null
    : {
        name: nameOf(notification),
        type,
        active: false,
        events: ['failure', 'runner_lost'],
        target: type === 'email' ? addresses.join(', ') : '',
      };
}
