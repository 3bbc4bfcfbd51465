import { once } from 'node:events';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { text } from 'node:stream/consumers';
import type { JobState } from '@switchyard/contracts';
import { z } from 'zod';

const TIMEOUT_MS = 5_000;

/** The part of the holder's description that is shown. */
const Holder = z.object({ Who: z.string().min(1).max(2_048) });

/** Who holds the lock of a state now; `null` = nobody any more, or it cannot be found out. */
export async function lockHolder({ address, login, password, ca }: JobState): Promise<string | null> {
  const url = new URL(`${address}/lock`);
  const get = url.protocol === 'https:' ? getSecure : getPlain;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const call = get(url, { auth: `${login}:${password}`, signal, ...(ca === null ? {} : { ca }) });
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const info = Holder.safeParse(JSON.parse(await text(answer)));
    return answer.statusCode === 200 && info.success ? info.data.Who : null;
  } catch {
    return null;
  }
}
