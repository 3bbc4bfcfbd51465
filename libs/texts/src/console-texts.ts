/** A catalogue as the console loads it: its own texts and those of problems. */
export type ConsoleTexts = typeof import('./console/en.json') & { problem: typeof import('./problems/en.json') };
