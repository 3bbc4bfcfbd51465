/** How half-open connections are found, which a network dropped without a word; in milliseconds. */
export interface Liveness {
  /** From one question to the next on a connection that only receives. */
  probeEveryMs: number;
  /** An answer that takes longer means that the connection is lost. */
  answerMs: number;
}

export const defaultLiveness: Liveness = { probeEveryMs: 15_000, answerMs: 5_000 };
