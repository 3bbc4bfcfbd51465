import {
  ALERT_CHANNEL_NEEDS,
  ALERT_EVENTS,
  type AlertChannel,
  AlertChannelInput,
  type AlertChannelType,
  type AlertEvent,
  missingChannelSecret,
} from '@switchyard/contracts';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

/** Values of the form of a channel. Address and token are never read from the server. */
export interface ChannelValues {
  name: string;
  type: AlertChannelType | undefined;
  active: boolean;
  events: AlertEvent[];
  target: string;
  url: string;
  token: string;
  override_secret: boolean;
}

/** Success alerts are many, so people choose them. */
const FIRST_EVENTS = ALERT_EVENTS.filter((event) => event !== 'success');

export const channelValues = (row: AlertChannel | null): ChannelValues => ({
  name: row?.name ?? '',
  type: row?.type,
  active: row?.active ?? true,
  events: row?.events ?? FIRST_EVENTS,
  target: row !== null && ALERT_CHANNEL_NEEDS[row.type].target !== null ? row.target : '',
  url: '',
  token: '',
  override_secret: false,
});

/** Values that may be kept in a browser: the address of a channel is a secret as well. */
export const plainChannel = (values: ChannelValues): ChannelValues => ({ ...values, url: '', token: '' });

const NO_NEEDS = { target: null, url: false, token: null } as const;

/** Body of the request. Values that the type does not need are not sent, nor those that the server keeps. */
export function channelBody(values: ChannelValues, isNew: boolean): object {
  const { type, target, url, token, ...rest } = values;
  const needs = type === undefined ? NO_NEEDS : ALERT_CHANNEL_NEEDS[type];
  const replaces = isNew || values.override_secret;
  return {
    ...rest,
    type,
    ...(needs.target !== null && { target }),
    ...(replaces && needs.url && { url }),
    ...(replaces && needs.token !== null && { token }),
  };
}

/** The contract's rules; a new channel, and one whose secrets are replaced, needs them. */
export function channelIssues(values: ChannelValues, isNew: boolean): FormIssue[] {
  const issues = formIssues(AlertChannelInput, channelBody(values, isNew));
  const { type, url, token } = values;
  const missing =
    type !== undefined && (isNew || values.override_secret)
      ? missingChannelSecret({ type, url: url.trim(), token: token.trim() })
      : null;
  return missing === null || issues.some(({ path }) => path[0] === missing) ? issues : [...issues, emptyAt(missing)];
}
