/** A file of this package. @param path from the folder of the sources; the build puts it beside every bundle that holds this */
export const ownFile = (path: string): URL => new URL(path, import.meta.url);
