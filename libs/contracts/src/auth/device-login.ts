import { z } from 'zod';
import { isStorable } from '../primitives/json-text.js';
import { hasNoControl, Time } from '../primitives/primitives.js';

/** Letters of a code that a person types: no vowels, so that no word comes of it (RFC 8628, 6.1). */
export const DEVICE_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** Letters of one code, without the dash in the middle. */
export const DEVICE_CODE_LENGTH = 8;

/** Body of a sign-in that begins where there is no browser. */
export const DeviceLoginInput = z.object({
  /** Name of the machine, for the person who confirms. */
  name: z.string().trim().min(1).max(100).refine(hasNoControl).refine(isStorable),
});
export type DeviceLoginInput = z.infer<typeof DeviceLoginInput>;

/** A sign-in that waits for a person (RFC 8628). */
export const DeviceLogin = z.object({
  /** Secret of the machine that asks. */
  device_code: z.string(),
  /** What the person types or sees in the console, such as `BCDF-GHJK`. */
  user_code: z.string(),
  /** Seconds until it ends. */
  expires_in: z.int(),
  /** Least seconds between two looks. */
  interval: z.int(),
});
export type DeviceLogin = z.infer<typeof DeviceLogin>;

/** Body of a look whether a sign-in is confirmed. */
export const DeviceLoginLook = z.object({ device_code: z.string().min(1).max(200) });
export type DeviceLoginLook = z.infer<typeof DeviceLoginLook>;

/** The token of a confirmed sign-in, once; null = nobody has decided yet. */
export const DeviceLoginToken = z.object({ token: z.string().nullable() });
export type DeviceLoginToken = z.infer<typeof DeviceLoginToken>;

/** A code as a person types it. */
export const DeviceUserCode = z
  .string()
  .max(20)
  .transform((text) => text.toUpperCase().replace(/[^A-Z]/g, ''))
  .refine((text) => text.length === DEVICE_CODE_LENGTH);

/** Body of a person's look at a sign-in that waits. */
export const DeviceLoginQuestion = z.object({ user_code: DeviceUserCode });
export type DeviceLoginQuestion = z.infer<typeof DeviceLoginQuestion>;

/** A sign-in that waits, for the person who decides. */
export const WaitingDeviceLogin = z.object({
  name: z.string(),
  /** Address that it came from. */
  ip: z.string(),
  created: Time,
});
export type WaitingDeviceLogin = z.infer<typeof WaitingDeviceLogin>;

/** Body of a decision. */
export const DeviceLoginDecision = z.object({ user_code: DeviceUserCode, approved: z.boolean() });
export type DeviceLoginDecision = z.infer<typeof DeviceLoginDecision>;
