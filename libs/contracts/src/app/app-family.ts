/**
 * How an app is executed. `ansible` runs a playbook, `terraform` (also OpenTofu and Terragrunt) and `pulumi` plan,
 * wait for a decision and apply, `script` runs one file with a command.
 */
export type AppFamily = 'ansible' | 'terraform' | 'pulumi' | 'script';

/** An app that every installation has. */
export interface DefaultApp {
  family: AppFamily;
  /** Programs that run it, the first one found on the runner is taken. */
  commands: readonly string[];
  /** Place in the template menu, higher first. */
  priority: number;
}

/** The apps that cannot be deleted, by id. Their titles, icons and colours are the console's. */
export const DEFAULT_APPS = {
  ansible: {
    family: 'ansible',
    commands: ['ansible-playbook'],
    priority: 1000,
  },
  terraform: { family: 'terraform', commands: ['terraform'], priority: 900 },
  tofu: { family: 'terraform', commands: ['tofu'], priority: 800 },
  terragrunt: { family: 'terraform', commands: ['terragrunt'], priority: 750 },
  bash: { family: 'script', commands: ['bash'], priority: 700 },
  powershell: {
    family: 'script',
    commands: ['pwsh', 'powershell'],
    priority: 600,
  },
  python: { family: 'script', commands: ['python3'], priority: 500 },
  pulumi: { family: 'pulumi', commands: ['pulumi'], priority: 400 },
} as const satisfies Record<string, DefaultApp>;
export type DefaultAppId = keyof typeof DEFAULT_APPS;

/** App a template really runs: the empty id is ansible. */
export const effectiveApp = (app: string): string => app || 'ansible';

export const isDefaultApp = (id: string): id is DefaultAppId => Object.hasOwn(DEFAULT_APPS, id);

/** Family of an app id, `''` included; every custom app is a script. */
export function appFamily(app: string): AppFamily {
  const id = effectiveApp(app);
  return isDefaultApp(id) ? DEFAULT_APPS[id].family : 'script';
}

/** True for apps that plan first and apply what was confirmed. */
export const isPlanned = (app: string): boolean => ['terraform', 'pulumi'].includes(appFamily(app));
