import { list, text, url } from '../types.js';

const webAddress = url('http:', 'https:');
const token = text({ pattern: /^[\x21-\x7e]{1,1024}$/, message: 'must have 1 to 1024 visible ASCII characters' });

/** Mail, and the channels to which the alerts of every project with alerts go. */
export const alertSettings = {
  SWITCHYARD_SMTP_URL: {
    type: url('smtp:', 'smtps:'),
    secret: true,
    value: 'URL',
    needs: ['SWITCHYARD_SMTP_FROM'],
    meaning:
      'mail server for codes and alerts, smtp://user:password@host:port (STARTTLS when it is offered) or smtps://…',
  },
  SWITCHYARD_SMTP_FROM: {
    type: text(),
    value: 'ADDRESS',
    meaning: 'sender of mail, an address or Name <address>',
  },
  SWITCHYARD_ALERT_EMAIL_TO: {
    type: list((part) => /^[^@\s]+@[^@\s]+$/.test(part), 'must be mail addresses'),
    value: 'LIST',
    needs: ['SWITCHYARD_SMTP_URL'],
    meaning: 'mail addresses that get the alerts of all projects',
  },
  SWITCHYARD_ALERT_SLACK_URL: {
    type: webAddress,
    secret: true,
    value: 'URL',
    meaning: 'incoming webhook of Slack for alerts',
  },
  SWITCHYARD_ALERT_TEAMS_URL: {
    type: webAddress,
    secret: true,
    value: 'URL',
    meaning: 'address of a Microsoft Teams workflow for alerts',
  },
  SWITCHYARD_ALERT_TELEGRAM_TOKEN: {
    type: token,
    secret: true,
    value: 'TEXT',
    meaning:
      "token of the Telegram bot for alerts; they go to the project's chat, or to SWITCHYARD_ALERT_TELEGRAM_CHAT",
  },
  SWITCHYARD_ALERT_TELEGRAM_CHAT: {
    type: text({ pattern: /^(-?\d{1,20}|@\w{4,64})$/, message: 'must be the number of a chat, or @ and a name' }),
    value: 'ID',
    meaning: 'Telegram chat of projects that name none',
  },
  SWITCHYARD_ALERT_TELEGRAM_URL: {
    type: webAddress,
    default: 'https://api.telegram.org',
    value: 'URL',
    meaning: 'Bot API of Telegram, for the channels of projects too',
  },
  SWITCHYARD_ALERT_ROCKETCHAT_URL: {
    type: webAddress,
    secret: true,
    value: 'URL',
    meaning: 'incoming webhook of Rocket.Chat for alerts',
  },
  SWITCHYARD_ALERT_DINGTALK_URL: {
    type: webAddress,
    secret: true,
    value: 'URL',
    meaning: 'webhook of a DingTalk robot for alerts',
  },
  SWITCHYARD_ALERT_DINGTALK_SECRET: {
    type: token,
    secret: true,
    value: 'TEXT',
    meaning: 'what signs the calls of the DingTalk robot, if it wants that',
  },
  SWITCHYARD_ALERT_GOTIFY_URL: {
    type: webAddress,
    value: 'URL',
    needs: ['SWITCHYARD_ALERT_GOTIFY_TOKEN'],
    meaning: 'Gotify server for alerts',
  },
  SWITCHYARD_ALERT_GOTIFY_TOKEN: {
    type: token,
    secret: true,
    value: 'TEXT',
    meaning: 'token of an application of that server',
  },
  SWITCHYARD_ALERT_WEBHOOK_URL: {
    type: webAddress,
    secret: true,
    value: 'URL',
    needs: ['SWITCHYARD_ALERT_WEBHOOK_SECRET'],
    meaning: 'address that gets alerts as signed JSON',
  },
  SWITCHYARD_ALERT_WEBHOOK_SECRET: { type: token, secret: true, value: 'TEXT', meaning: 'what signs them' },
};
