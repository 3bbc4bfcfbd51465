/** Word of each type of template in the catalogue. */
export const typeWords = { '': 'task', build: 'build', deploy: 'deploy' } as const;
