import { afterEach, describe, expect, it } from '@jest/globals';
import { EarlierDatabase } from '../testing/index.js';
import { PushPatterns1764582410000 } from './1764582410000-push-patterns.js';
import { RepositoryForge1764582400000 } from './1764582400000-repository-forge.js';

describe('rows that were there before the settings of forges', () => {
  let database: EarlierDatabase;
  afterEach(() => database.drop());

  it('should have repositories whose host shows their forge', async () => {
    database = await EarlierDatabase.before(RepositoryForge1764582400000);
    await database.newTemplate();
    await database.migrate();
    expect(await database.query('select forge, web_url from git_repository')).toEqual([{ forge: '', web_url: '' }]);
  });

  it('should have integrations that every push starts', async () => {
    database = await EarlierDatabase.before(PushPatterns1764582410000);
    const { projectId, templateId } = await database.newTemplate();
    await database.insert('integration', { project_id: projectId, template_id: templateId, name: 'I' });
    await database.migrate();
    expect(await database.query('select branches, paths from integration')).toEqual([{ branches: [], paths: [] }]);
  });
});
