import type { NotificationAnswer } from '@switchyard/contracts';

/** `silent` = nothing was sent yet, `refused` = answered with something but success, `unreached` = no answer. */
export type NotificationStatus = 'silent' | 'accepted' | 'refused' | 'unreached';

export function notificationStatus(last: NotificationAnswer | null): NotificationStatus {
  if (last === null) {
    return 'silent';
  }
  if (last.status === null) {
    return 'unreached';
  }
  return last.status >= 200 && last.status < 300 ? 'accepted' : 'refused';
}
