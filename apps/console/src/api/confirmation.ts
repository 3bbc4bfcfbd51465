import { Asking } from './asking.js';

const asking = new Asking();

/** Registers the one dialog in which users confirm who they are. Returns how to remove it. */
export const onConfirmationNeeded = asking.answerBy.bind(asking);

/** Whether the user has confirmed who he is. */
export const askForConfirmation = asking.ask.bind(asking);
