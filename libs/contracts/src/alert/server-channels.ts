import type { DeliverySecret } from '../delivery/delivery-secret.js';
import { ALERT_CHANNEL_TYPES, type AlertChannelType } from './alert-channel.js';

/** The settings of the server that make it a sender of alerts. */
export interface ServerAlertSettings {
  SWITCHYARD_ALERT_EMAIL_TO?: string[] | undefined;
  SWITCHYARD_ALERT_SLACK_URL?: string | undefined;
  SWITCHYARD_ALERT_TEAMS_URL?: string | undefined;
  SWITCHYARD_ALERT_TELEGRAM_TOKEN?: string | undefined;
  SWITCHYARD_ALERT_TELEGRAM_CHAT?: string | undefined;
  SWITCHYARD_ALERT_ROCKETCHAT_URL?: string | undefined;
  SWITCHYARD_ALERT_DINGTALK_URL?: string | undefined;
  SWITCHYARD_ALERT_DINGTALK_SECRET?: string | undefined;
  SWITCHYARD_ALERT_GOTIFY_URL?: string | undefined;
  SWITCHYARD_ALERT_GOTIFY_TOKEN?: string | undefined;
  SWITCHYARD_ALERT_WEBHOOK_URL?: string | undefined;
  SWITCHYARD_ALERT_WEBHOOK_SECRET?: string | undefined;
}

/** A channel, ready to be used. */
export interface OpenChannel extends DeliverySecret {
  type: AlertChannelType;
  target: string;
}

/** The channels that the settings name, in the order of their types. */
export function serverChannels(settings: ServerAlertSettings): OpenChannel[] {
  const {
    SWITCHYARD_ALERT_EMAIL_TO: recipients = [],
    SWITCHYARD_ALERT_TELEGRAM_TOKEN: bot = '',
    SWITCHYARD_ALERT_TELEGRAM_CHAT: chat = '',
  } = settings;
  const all: OpenChannel[] = [
    { type: 'email', target: recipients.join(','), url: '', token: '' },
    at('slack', settings.SWITCHYARD_ALERT_SLACK_URL),
    at('teams', settings.SWITCHYARD_ALERT_TEAMS_URL),
    { type: 'telegram', target: chat, url: '', token: bot },
    at('rocketchat', settings.SWITCHYARD_ALERT_ROCKETCHAT_URL),
    at('dingtalk', settings.SWITCHYARD_ALERT_DINGTALK_URL, settings.SWITCHYARD_ALERT_DINGTALK_SECRET),
    at('gotify', settings.SWITCHYARD_ALERT_GOTIFY_URL, settings.SWITCHYARD_ALERT_GOTIFY_TOKEN),
    at('webhook', settings.SWITCHYARD_ALERT_WEBHOOK_URL, settings.SWITCHYARD_ALERT_WEBHOOK_SECRET),
  ];
  return all.filter(({ type, target, url, token }) => (type === 'email' ? target : url || token) !== '');
}

const at = (type: AlertChannelType, url = '', token = ''): OpenChannel => ({ type, target: '', url, token });

/** Id of a server's channel as the target of a delivery. The order of the types never changes. */
export const serverTargetId = (type: AlertChannelType): number => ALERT_CHANNEL_TYPES.indexOf(type);
