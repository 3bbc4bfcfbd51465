import { createTestDatabase } from '@switchyard/testing';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource } from '../data-source.js';
import { migrations } from '../migrations/index.js';

type Row = Readonly<Record<string, unknown>>;

/** A database as the version before a migration left it. Rows are of that time, so they are named by columns, not entities. */
export class EarlierDatabase {
  private constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
    private readonly migration: MigrationInterface,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  /** Makes a database for one test. Call `drop` at its end. */
  static async before(Migration: new () => MigrationInterface): Promise<EarlierDatabase> {
    const database = await createTestDatabase();
    const source = await createDataSource(database.url, { poolSize: 1 }).initialize();
    const runner = source.createQueryRunner();
    const place = migrations.findIndex(({ name }) => name === Migration.name);
    for (const Earlier of migrations.slice(0, place)) {
      await new Earlier().up(runner);
    }
    return new EarlierDatabase(source, runner, new Migration(), () => database.drop());
  }

  query<T>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    return this.runner.query(sql, [...values]) as Promise<T[]>;
  }

  /** Inserts a row as it is. @returns its id; 0 in a table without one */
  async insert(table: string, row: Row): Promise<number> {
    const names = Object.keys(row).map((name) => `"${name}"`);
    const places = names.map((_name, index) => `$${index + 1}`);
    const values = Object.values(row).map((value) => (isPlain(value) ? value : JSON.stringify(value)));
    const [stored] = await this.query<{ id?: number }>(
      `insert into "${table}" (${names.join(', ')}) values (${places.join(', ')}) returning *`,
      values,
    );
    return stored?.id ?? 0;
  }

  /** A project with a template, which most rows belong to. */
  async newTemplate(row: Row = {}): Promise<{ projectId: number; templateId: number }> {
    const projectId = await this.insert('project', { name: 'Shop' });
    const ssh_key_id = await this.insert('access_key', { project_id: projectId, name: 'key', type: 'none' });
    const repository = {
      project_id: projectId,
      name: 'site',
      git_url: 'https://git.example.test/site.git',
      ssh_key_id,
    };
    const repository_id = await this.insert('git_repository', repository);
    const templateId = await this.insert('template', { project_id: projectId, name: 'Deploy', repository_id, ...row });
    return { projectId, templateId };
  }

  /** Runs the work in a transaction. */
  async transaction(work: (runner: QueryRunner) => Promise<void>): Promise<void> {
    await this.runner.startTransaction();
    try {
      await work(this.runner);
      await this.runner.commitTransaction();
    } catch (error) {
      await this.runner.rollbackTransaction();
      throw error;
    }
  }

  async migrate(): Promise<void> {
    await this.migration.up(this.runner);
  }

  async revert(): Promise<void> {
    await this.migration.down(this.runner);
  }

  async drop(): Promise<void> {
    await this.runner.release();
    await this.source.destroy();
    await this.dropDatabase();
  }
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null || value instanceof Date;
