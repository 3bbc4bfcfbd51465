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
export async function lockHolder(state: JobState): Promise<string | null> {
  try {
    const { status, body } = await readLock(state);
    const info = Holder.safeParse(JSON.parse(body));
    return status === 200 && info.success ? info.data.Who : null;
  } catch {
    return null;
  }
}

/** Whether the control plane answers calls about the state at all. */
export const answers = (state: JobState): Promise<boolean> =>
  readLock(state).then(
    ({ status }) => status < 500,
    () => false,
  );

async function readLock({ address, login, password, ca }: JobState): Promise<{ status: number; body: string }> {
  const url = new URL(`${address}/lock`);
  const get = url.protocol === 'https:' ? getSecure : getPlain;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const call = get(url, { auth: `${login}:${password}`, signal, ...(ca === null ? {} : { ca }) });
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}
