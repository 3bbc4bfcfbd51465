import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { hasNoControl } from '../primitives/primitives.js';

const MAX_ADDRESS = 2_048;
const MAX_TOKEN = 1_024;

/** A trimmed text of one line; absent and null are the empty one. */
export const ShortText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(hasNoControl, withProblem('control_characters'))
    .nullish()
    .transform((value) => value ?? '');

/** The secret members in the body of something that is delivered to. */
export const deliverySecretInput = { url: ShortText(MAX_ADDRESS), token: ShortText(MAX_TOKEN) };

/** The same, as they are sealed. */
export const DeliverySecret = z.object({ url: z.string().max(MAX_ADDRESS), token: z.string().max(MAX_TOKEN) });
export type DeliverySecret = z.infer<typeof DeliverySecret>;
