/** The list of projects, those that are being deleted included: the switcher shows what becomes of them. */
export const PROJECTS_PATH = 'projects?deleting=true';
