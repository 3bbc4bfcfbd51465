import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../data-source.js';
import { GitRepository } from '../git-repository/git-repository.entity.js';
import { Integration } from '../integration/integration.entity.js';
import { migrate } from '../migrate.js';
import { newGitRepository, newProject, newTemplate } from '../testing/index.js';
import { PushPatterns1764582410000 } from './1764582410000-push-patterns.js';
import { RepositoryForge1764582400000 } from './1764582400000-repository-forge.js';

describe('rows that were there before the settings of forges', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await createDataSource(database.url).initialize();
    await migrate(source);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const again = async (migration: RepositoryForge1764582400000 | PushPatterns1764582410000): Promise<void> => {
    const runner = source.createQueryRunner();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
  };

  it('should have repositories whose host shows their forge', async () => {
    const { id: projectId } = await newProject(source);
    const { id } = await newGitRepository(source, { projectId, forge: 'gitea', webUrl: 'https://forge.example/a/b' });
    await again(new RepositoryForge1764582400000());
    expect(await source.manager.findOneByOrFail(GitRepository, { id })).toMatchObject({ forge: '', webUrl: '' });
  });

  it('should have integrations that every push starts', async () => {
    const { id: projectId } = await newProject(source);
    const { id: templateId } = await newTemplate(source, { projectId });
    const patterns = { branches: ['main'], paths: ['infra/**'] };
    const made = source.manager.create(Integration, { projectId, templateId, name: 'I', ...patterns });
    const { id } = await source.manager.save(made);
    expect(await source.manager.findOneByOrFail(Integration, { id })).toMatchObject(patterns);
    await again(new PushPatterns1764582410000());
    expect(await source.manager.findOneByOrFail(Integration, { id })).toMatchObject({ branches: [], paths: [] });
  });
});
