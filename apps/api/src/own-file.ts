/** A file of this app. @param path from the folder of the sources, which a bundle stands for */
export const ownFile = (path: string): URL => new URL(path, import.meta.url);
