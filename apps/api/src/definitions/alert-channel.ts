import {
  ALERT_CHANNEL_NEEDS,
  AlertChannel as WireChannel,
  AlertChannelInput,
  recipientsOf,
} from '@switchyard/contracts';
import { AlertChannel } from '@switchyard/database';
import { definePlain } from './definition.js';
import { ListQuery } from '../platform/http/list-query.js';

/** Where alerts of a project go. */
export const alertChannelResource = definePlain({
  entity: AlertChannel,
  noun: 'channel',
  plural: 'AlertChannels',
  path: 'alert_channels',
  list: null,
  label: 'name',
  title: ({ name }) => name,
  members: { name: 'shown', type: 'shown', active: 'shown', events: 'shown', target: 'shown', secret: 'secret' },
  backup: { section: 'alert_channels' },
  input: AlertChannelInput,
  output: WireChannel,
  query: ListQuery,
  sorts: { name: (channel) => channel.name, type: (channel) => channel.type },
  example: () => ({ name: 'c', type: 'email', events: ['failure'], target: 'ops@example.com' }),
  unlessSent: { active: true },
  columns,
  toWire: ({ id, projectId, name, type, active, events, target }: AlertChannel): WireChannel => ({
    id,
    project_id: projectId,
    name,
    type,
    active,
    events,
    target,
    last: null,
  }),
});

/** Members of a body that are not secret. */
function columns({ name, type, active, events, target, url }: AlertChannelInput, stored: AlertChannel | null) {
  const shown = { name, active, events: [...new Set(events)] };
  switch (ALERT_CHANNEL_NEEDS[type].target) {
    case 'recipients':
      return { ...shown, type, target: recipientsOf(target).join(', ') };
    case 'chat':
      return { ...shown, type, target };
    default:
      return { ...shown, type, target: url === '' ? (stored?.target ?? '') : new URL(url).host };
  }
}
