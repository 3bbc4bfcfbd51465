let load: () => Promise<void> = () => Promise.resolve();

/** Sets how the texts that the first page does not need are fetched. */
export function setTextsLoader(loader: () => Promise<void>): void {
  load = loader;
}

/** Settles when every text of the language in use is there. */
export const allTexts = (): Promise<void> => load();

/** The code of a part of the console, once its texts are there too. */
export async function withTexts<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, load()]);
  return module;
}
