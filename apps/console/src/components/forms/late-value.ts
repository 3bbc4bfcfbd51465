import { createContext, useContext } from 'react';

/** Puts a value into a field that nobody has chosen, so that leaving the form loses nothing by it. */
export type PutLateValue = (name: string, value: unknown) => void;

const Context = createContext<PutLateValue>(() => undefined);

export const LateValues = Context.Provider;

/** For a default that is known only after the form has opened. */
export const usePutLateValue = (): PutLateValue => useContext(Context);
