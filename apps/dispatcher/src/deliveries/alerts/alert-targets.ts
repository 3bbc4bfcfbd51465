import { serverChannels, serverTargetId } from '@switchyard/contracts';
import type { AlertTargets } from '@switchyard/engine';
import type { DispatcherConfig } from '../../config.js';

/** Where the settings send alerts of every project. */
export function alertTargets(config: DispatcherConfig): AlertTargets {
  const channels = serverChannels(config);
  const withoutChat = channels.filter(({ type, target }) => type === 'telegram' && target === '');
  return {
    server: channels.map(({ type }) => serverTargetId(type)),
    chats: withoutChat.map(({ type }) => serverTargetId(type)),
    mail: config.SWITCHYARD_SMTP_URL !== undefined,
  };
}
