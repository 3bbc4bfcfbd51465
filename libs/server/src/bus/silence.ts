/** How a connection is noticed that a network dropped without a word, in milliseconds. */
export interface Silence {
  /** From one question to the next on a connection that only receives. */
  probeEveryMs: number;
  /** An answer that takes longer means that the connection is lost. */
  answerMs: number;
}

export const usualSilence: Silence = { probeEveryMs: 15_000, answerMs: 5_000 };
