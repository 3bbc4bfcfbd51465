import type { AlertBody } from '@switchyard/contracts';
import { signedPost } from '../../signed-post.js';
import type { HttpSender } from './sender.js';

/** The alert as it is, as `AlertBody` of the contracts, signed with the token of the channel. */
export const webhook: HttpSender = {
  request({ id, facts, message, channel }) {
    const body: AlertBody = { ...facts, link: message.link?.url ?? null };
    return signedPost(channel.url, body, { id, secret: channel.token });
  },
};
