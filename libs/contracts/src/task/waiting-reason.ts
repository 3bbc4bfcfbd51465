import { z } from 'zod';

/** Why a waiting task has not been given to a runner. The console translates the code; `text` is the English sentence. */
export const WAITING_REASONS = [
  'queued',
  'project_limit',
  'template_busy',
  'no_runner',
  'no_runner_online',
  'no_matching_tag',
  'no_matching_app',
  'runners_busy',
] as const;

export const WaitingReasonCode = z.enum(WAITING_REASONS);
export type WaitingReasonCode = z.infer<typeof WaitingReasonCode>;

/** Waiting reason as it is sent: code for machines, text for people. */
export const WaitingReason = z.object({ code: WaitingReasonCode, text: z.string() });
export type WaitingReason = z.infer<typeof WaitingReason>;
