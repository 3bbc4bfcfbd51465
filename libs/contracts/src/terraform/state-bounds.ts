/** Most bytes of a state: 64 MiB. */
export const MAX_STATE_BYTES = 67_108_864;
/** Most bytes of a state that is shown; a larger one can be downloaded. */
export const MAX_SHOWN_STATE_BYTES = 8_388_608;
/** Most states of a workspace that are offered and wait for a decision. */
export const MAX_OFFERED_STATES = 20;
