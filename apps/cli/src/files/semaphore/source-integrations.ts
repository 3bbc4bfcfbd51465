import { type Entry, flagOf, idOf, present, type SourceRow, textOf } from '../source-values.js';
import { extractedValueOf, matcherOf } from './source-entries.js';

/** Stands in a document for the address of webhooks, which is a secret. */
export const HIDDEN = '…';

/** The project of integrations as they need it. */
interface IntegratedProject {
  rows(table: string): SourceRow[];
  templateOf(id: number | null): string | null;
  /** The name of a key that holds a password; `null` = there is none. */
  loginKeyOf(id: number | null): string | null;
  /** Adds a key that lacks its password. Answers its name. */
  addKey(name: string): string;
  note(text: string): void;
  keepSecret(path: string, text: string): void;
}

/** Integrations of a project, with the addresses that senders know: they are sealed, as all secrets are. */
export class IntegrationReader {
  private readonly aliases: readonly SourceRow[];

  constructor(private readonly project: IntegratedProject) {
    this.aliases = project.rows('project__integration_alias');
  }

  read(): Entry[] {
    return this.project.rows('project__integration').map((row, place) => this.integration(row, place));
  }

  /** Addresses that reach all searchable integrations. */
  projectAddresses(): string[] {
    return this.addresses(null, 'integration_aliases');
  }

  private addresses(integration: number | null, path: string): string[] {
    const texts = this.aliases
      .filter((row) => idOf(row, 'integration_id') === integration)
      .map((row) => textOf(row, 'alias'));
    texts.forEach((text, at) => this.project.keepSecret(`${path}.${at}`, text));
    return texts.map(() => HIDDEN);
  }

  private integration(row: SourceRow, place: number): Entry {
    const ofThis = (each: SourceRow): boolean => idOf(each, 'integration_id') === idOf(row);
    const [name, method] = [textOf(row, 'name'), textOf(row, 'auth_method')];
    const matchers = this.project.rows('project__integration_matcher').filter(ofThis).map(matcherOf);
    const isShut = method === 'none';
    if (isShut) {
      this.project.note(`integration "${name}": it let nothing through, so it comes without an address`);
    }
    const aliases = isShut ? [] : this.addresses(idOf(row), `integrations.${place}.aliases`);
    if (aliases.length > 0 && matchers.length === 0) {
      this.project.note(
        `integration "${name}": it has no matchers, so that each delivery to its own address starts its template here`,
      );
    }
    return present({
      name,
      template: this.project.templateOf(idOf(row, 'template_id')),
      auth_method: method || 'none',
      auth_header: textOf(row, 'auth_header'),
      auth_secret: method === '' || isShut ? null : this.secretKey(row, name),
      searchable: !isShut && flagOf(row, 'searchable'),
      aliases,
      matchers,
      extract_values: this.project.rows('project__integration_extract_value').filter(ofThis).map(extractedValueOf),
    });
  }

  /** One that must prove its sender and has nothing to do it by stays closed: its key is empty. */
  private secretKey(row: SourceRow, name: string): string {
    const known = this.project.loginKeyOf(idOf(row, 'auth_secret_id'));
    if (known !== null) {
      return known;
    }
    const made = this.project.addKey(`Webhook of ${name}`);
    this.project.note(
      `integration "${name}": its secret is gone or is no password, so it stays closed until its key "${made}" has one`,
    );
    return made;
  }
}
