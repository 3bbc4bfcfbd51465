import path from 'node:path';

/** A rule: file names are kebab-case, with dots between a name and what kind of file it is. */
export const fileName = {
  create(context) {
    const name = path.basename(context.filename);
    return {
      Program(node) {
        if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.[a-z]+$/.test(name)) {
          context.report({ node, message: `File names are kebab-case, "${name}" is not.` });
        }
      },
    };
  },
};
