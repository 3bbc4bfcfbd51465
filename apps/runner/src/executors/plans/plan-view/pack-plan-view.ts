import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { PlanView } from '@switchyard/contracts';

const compress = promisify(deflateRaw);

/** A view as it is sent: JSON, compressed, base64. */
export const packPlanView = async (view: PlanView): Promise<string> =>
  (await compress(JSON.stringify(view))).toString('base64');
